"""What all games share for showing a view: colours, boards, merged views."""
