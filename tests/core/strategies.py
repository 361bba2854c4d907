"""Random lengths, sizes and colours."""

from hypothesis import strategies as st

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import MAX_LENGTH, Length

lengths = st.integers(-MAX_LENGTH, MAX_LENGTH).map(Length)
positive_lengths = st.integers(1, MAX_LENGTH).map(Length)
sizes = st.builds(Size, positive_lengths, positive_lengths)
insets = st.builds(Insets, lengths, lengths, lengths, lengths)
#: Points on paper; halves are exact in floats, so that sums can be compared.
points = st.integers(-20_000, 20_000).map(lambda number: number / 2)
boxes = st.builds(Box, points, points, points, points)
bytes_ = st.integers(0, 255)
colours = st.builds(Colour, bytes_, bytes_, bytes_)
