"""Blank objects of Discord's API with every field that a client may expect."""

from __future__ import annotations

from typing import Any

from local_discord.errors import Json
from local_discord.ids import now

TEXT, DM, THREAD = 0, 1, 11

EVERYONE_PERMISSIONS = 2_248_473_465_835_073
"""What Discord gives @everyone in a new server."""


def user(user_id: str, name: str, *, bot: bool = False) -> Json:
    """A user; `name` is shown, the user name is derived from it."""
    username = name if bot else "".join(c for c in name.lower() if c.isalnum() or c in "._") or "user"
    return {
        "id": user_id,
        "username": username,
        "global_name": None if bot else name,
        "discriminator": "0000" if bot else "0",
        "avatar": None,
        "bot": bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "clan": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "display_name_styles": None,
    }


def member(user: Json) -> Json:
    """A user's membership of a guild."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": now(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def role(role_id: str, name: str, permissions: int, position: int = 0) -> Json:
    """A role; the one with its guild's id is @everyone."""
    return {
        "id": role_id,
        "name": name,
        "description": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


def guild(guild_id: str, name: str, owner_id: str) -> Json:
    """A guild (a server, as players call it) without members and channels, which the world keeps."""
    nothing = (
        "icon home_header splash discovery_splash banner description afk_channel_id application_id "
        "system_channel_id rules_channel_id vanity_url_code public_updates_channel_id "
        "safety_alerts_channel_id widget_channel_id"
    )
    zero = (
        "verification_level default_message_notifications explicit_content_filter mfa_level "
        "system_channel_flags premium_tier premium_subscription_count nsfw_level"
    )
    return {
        "id": guild_id,
        "name": name,
        "owner_id": owner_id,
        "region": "local",
        **dict.fromkeys(nothing.split()),
        **dict.fromkeys(zero.split(), 0),
        "nsfw": False,
        "afk_timeout": 300,
        "widget_enabled": False,
        "roles": [role(guild_id, "@everyone", EVERYONE_PERMISSIONS)],
        "emojis": [],
        "stickers": [],
        "features": [],
        "max_members": 500_000,
        "max_presences": 0,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "premium_progress_bar_enabled_user_updated_at": None,
    }


def text_channel(channel_id: str, guild_id: str, name: str, **more: Any) -> Json:
    """A text channel of a guild."""
    return {
        "id": channel_id,
        "type": TEXT,
        "guild_id": guild_id,
        "name": name,
        "position": 0,
        "permission_overwrites": [],
        "topic": None,
        "nsfw": False,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "flags": 0,
        **more,
    }


def thread(channel_id: str, parent: Json, name: str, owner_id: str) -> Json:
    """A public thread below a text channel, open and with its owner in it."""
    return {
        "id": channel_id,
        "type": THREAD,
        "guild_id": parent["guild_id"],
        "name": name,
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": now(),
            "locked": False,
            "create_timestamp": now(),
        },
    }


def direct_channel(channel_id: str, recipient: Json) -> Json:
    """The private channel between the bot and one user."""
    return {"id": channel_id, "type": DM, "last_message_id": None, "flags": 0, "recipients": [recipient]}


def application(bot: Json, owner: Json) -> Json:
    """The bot's application, as GET /applications/@me shows it."""
    gateway_flags = (1 << 13) | (1 << 15) | (1 << 19)
    return {
        "id": bot["id"],
        "name": bot["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": gateway_flags,
        "flags_new": str(gateway_flags),
        "team": None,
        "owner": owner,
        "bot": bot,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
    }


def message(message_id: str, channel_id: str, author: Json, kind: int = 0) -> Json:
    """An empty message."""
    return {
        "id": message_id,
        "channel_id": channel_id,
        "author": author,
        "content": "",
        "timestamp": now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": kind,
        "flags": 0,
        "components": [],
    }
