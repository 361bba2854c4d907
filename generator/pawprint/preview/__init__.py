"""A page in the browser that follows each save, and edits the catalog.

What other packages use:

- `editors`: The editor of a user -> what opens a line of a file in it: a link that the browser follows, or a command
- `print_pages`: Game -> the PDF files that `pawprint build` would write, and images of their pages; made in the
  worker process
- `server`: The HTTP server of the preview page
- `session`: Catalog and layout folders -> the games that the preview shows, with the picture and the findings of each
  piece
- `sharing`: The server for guests -> its address as text, as a QR code, and what it means to pass it on
- `site_export`: The games of a session -> the files of a site: the page of the preview, with the answers that its
  server would give
- `site_folder`: Files of a site -> a folder, all or none, never over files of others
- `visitor_access`: Which requests a server answers: those of this computer, or those of guests who have its address
  with a token
- `watcher`: Saved files -> events for the pages: watches the folders of a session, and checks each changed game
- `worker`: Slow work of the preview in a separate process: full checks, and the PDF files of sheets and documents
"""
