"""The rules engines of the bundled games; `engines` lists them."""
