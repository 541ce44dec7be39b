const COLLECTIVE = 4;

type Typed = { type: { id: number } };

/** Reports whether a locker is a space of a collective station. */
export const isSpace = ({ type }: Typed) => type.id === COLLECTIVE;

/** Returns the label of a stay past its removal limit. */
export const removedLabel = (locker: Typed) =>
  isSpace(locker) ? "Utilisation bloquée" : "Casier bloqué";
