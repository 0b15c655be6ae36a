"""Talks to the judge as to a person."""

position = input("Position, please: ")
print("Thank you! Let me think about", position, flush=True)
print("0", flush=True)
print("DONE", flush=True)
