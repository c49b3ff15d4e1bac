"""What the four games share: values, the loop, phrases, scenarios. No rule of any game."""
