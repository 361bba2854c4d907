"""What a web page needs -> its content security policy; texts as strings of CSS."""

import re
from html import escape

#: What no page of ours does: take its addresses from another base, or send a form.
NEVER = "base-uri 'none'; form-action 'none'"
#: Characters that end a string of CSS or the element with the style, or that a style sheet cannot contain.
_UNSAFE = re.compile(r'["\\<>&\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')


def content_policy(**allowed: str) -> str:
    """The policy of a page that uses nothing but what is *allowed*: `img_src="data:"`."""
    return "; ".join(
        ["default-src 'none'", NEVER, *(f"{name.replace('_', '-')} {sources}" for name, sources in allowed.items())]
    )


def policy_element(policy: str) -> str:
    """*policy* as an element of a page, for files that no server sends."""
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}">'


def css_string(text: str) -> str:
    """*text* as a string of CSS, also within `<style>`."""
    return '"' + _UNSAFE.sub(lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'
