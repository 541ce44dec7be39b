const COLLECTIVE = 4;

type Typed = { type: { id: number } };

/** Whether a locker is a space of a collective station. */
export const isSpace = ({ type }: Typed) => type.id === COLLECTIVE;

/** What it is called to be past the removal limit there. */
export const removedLabel = (locker: Typed) =>
  isSpace(locker) ? "Utilisation bloquée" : "Casier bloqué";
