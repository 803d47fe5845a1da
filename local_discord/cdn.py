"""Serves uploaded files, as Discord's content network does."""

from __future__ import annotations

from aiohttp import web

from local_discord.world import World


def add_to(app: web.Application, world: World) -> None:
    """Put the route for files into an application."""

    async def attachment(request: web.Request) -> web.Response:
        upload = world.files.by_path.get(request.rel_url.raw_path)
        if upload is None:
            return web.Response(status=404, text="Not Found")
        # A picture may be shown, but a web page that somebody uploaded must not run in this origin.
        headers = {"Cache-Control": "max-age=31536000, immutable", "Content-Security-Policy": "sandbox"}
        if not upload.content_type.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=upload.data, content_type=upload.content_type, headers=headers)

    app.router.add_get("/attachments/{tail:.*}", attachment)
