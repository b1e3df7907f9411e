"""Cards that a person has typed in, to be dealt in the place of this site's."""
