"""Build options -> files: sheets, documents and images, made from the catalog to bytes."""
