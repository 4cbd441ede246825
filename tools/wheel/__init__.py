"""What a wheel holds beside its sources, made by hatch_build.py."""
