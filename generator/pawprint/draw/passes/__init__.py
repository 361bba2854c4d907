"""Drawing -> drawing: little ink, simulated colour vision, guides."""
