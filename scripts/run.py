"""Build the site and serve it on this machine: python3 scripts/run.py

Makes the environment .venv on the first run. Standard library only.
"""

import argparse
import sys

from environment import ROOT, Trouble, become, prepare


def main():
    given = arguments()
    command = [prepare() / "zhenshu", "--root", ROOT]
    command += ["build"] if given.build_only else ["serve", "--port", given.port]
    become([*command, "--base-path", given.base_path])


def arguments():
    parser = argparse.ArgumentParser(description="Build the site and serve it on this machine.")
    parser.add_argument(
        "--build-only", action="store_true", help="leave the site in dist/ and do not serve it"
    )
    parser.add_argument("--port", type=int, default=8000, help="default: 8000")
    parser.add_argument(
        "--base-path", default="/", help="where the site lives on its host, such as /zhenshu/"
    )
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
