"""Drawing -> drawing: low ink, simulated colour vision, guides."""
