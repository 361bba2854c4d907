"""Sides and pages -> bytes: PDF, PNG, SVG, DXF, manifests; the fonts in them.

What other packages use:

- `content_stream`: Operations as operators: what stands in the content streams of pages and forms
- `cut_dxf`: The lines of a sheet -> a DXF file (R2010) for the program of a cutting machine, in millimetres
- `cut_svg`: The lines of a sheet -> an SVG file for the program of a cutting machine, in millimetres: a layer for
  each kind
- `file_metadata`: Metadata of PDF files: their XMP packets, and the ICC profiles that come with Pawprint
- `fingerprint`: Fingerprints of drawings: what a review of the manifest compares to see which faces look different
- `flattened`: Separated drawings -> the same without transparency, for standards that have none
- `font_metrics`: Real fonts and images, measured: what composing asks of the press
- `fonts`: Real fonts, measured and shaped by HarfBuzz straight from their files
- `images`: Raster image -> image object of a PDF. Data that PDF can hold unchanged is not decoded
- `manifest`: `MANIFEST.json`: the files in a game's output folder with their digests, so that a review shows which
  prints change
- `op_bounds`: Operations -> the box around them: it says in a tagged PDF where a figure is
- `pdfx`: What makes a PDF file one for a press: the printing condition, the inks and the metadata that PDF/X asks for
- `pdfx_check`: A PDF file -> what keeps it from being PDF/X, read back by another library than wrote it
- `png`: Pages of a PDF file as pictures, drawn by PDFium: for previews, exports and virtual tables
- `portable_stream`: Content streams that can stand in any file: what they refer to is named when they get there
- `print_profile`: An ICC profile of a printing condition -> the inks of colours and of raster images
- `separations`: Separated drawings -> their process plates as one CMYK picture each, and how much ink is where
- `sheet_pdf`: Sides of sheets -> the bytes of a PDF file
- `svg_writer`: Drawing -> SVG: sharp at any size, and whole by itself: letters are outlines, images stand inside
- `tagged_pdf`: A document -> the bytes of a PDF file that can be read aloud, searched and kept: PDF/UA-1 and PDF/A-2u
  at once
- `web_fonts`: Fonts inside a web page: of each cut the characters that the page has, as WOFF2 in its style sheet
"""
