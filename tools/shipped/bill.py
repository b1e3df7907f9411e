"""Writes the bill of materials of a site, in the format that scanners of such bills read.

CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), without a timestamp: the same site has the
same bill.
"""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from tools.shipped.components import Component

FILE = "sbom.cdx.json"


def reference(component: Component) -> str:
    """Give the name by which the bill refers to a component."""
    version = f"@{component.version}" if component.version else ""
    if component.is_npm:
        return f"pkg:npm/{quote(component.name)}{version}"
    return f"pkg:generic/{quote(component.name)}{version}"


def licences(licence: str) -> list[dict[str, Any]]:
    """Format a licence: a single one by its id, or its name if it has none; else the expression."""
    if " " in licence:
        return [{"expression": licence}]
    kind = "name" if licence.startswith("LicenseRef-") else "id"
    return [{"license": {kind: licence}}]


def entry(component: Component, kind: str = "library") -> dict[str, Any]:
    """Describe one component."""
    told: dict[str, Any] = {
        "type": kind,
        "bom-ref": reference(component),
        "name": component.name,
        "licenses": licences(component.licence),
        "purl": reference(component),
    }
    if component.version:
        told["version"] = component.version
    if component.sha512:
        told["hashes"] = [{"alg": "SHA-512", "content": component.sha512}]
    if component.home:
        told["externalReferences"] = [{"type": "website", "url": component.home}]
    return told


def parts_of(whole: Component, all_of_them: Sequence[Component]) -> list[str]:
    """Give the references of the components directly inside one."""
    return [reference(one) for one in all_of_them if one.inside == whole.name]


def bill(
    ours: Component, others: Sequence[Component], built_by: Sequence[tuple[str, str]] = ()
) -> str:
    """Give the bill as text; `built_by` are the programs that have made the site, with versions."""
    builders = [
        {"type": "application", "name": name, "version": version} for name, version in built_by
    ]
    direct = [reference(one) for one in others if not one.inside]
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"tools": {"components": builders}, "component": entry(ours, "application")},
        "components": [entry(one) for one in others],
        "dependencies": [
            {"ref": reference(ours), "dependsOn": direct},
            *({"ref": reference(one), "dependsOn": parts_of(one, others)} for one in others),
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
