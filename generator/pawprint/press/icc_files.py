"""The ICC profiles that come with Pawprint."""

from pathlib import Path

#: The sRGB colour space: the numbers of IEC 61966-2-1, its primaries adapted to the white of profiles (D50), as
#: ICC.1:2010 asks for. It is in the public domain.
SRGB_PROFILE = Path(__file__).with_name("srgb.icc")
#: Offset on coated paper, ISO 12647-2:2004, from the characterisation data FOGRA39L; the text file beside it says how
#: it was made.
COATED_PROFILE = Path(__file__).with_name("fogra39l_coated.icc")
