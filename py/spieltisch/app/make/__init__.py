"""What people can make themselves."""
