import { readClaims } from "./jwt";

const OFFSET = "decalageHorloge";

/** A clock this close to the server's counts as right, in milliseconds. */
const TOLERANCE = 15_000;

/** Measures how far the clock of this machine is ahead of the server's, from a token just received. */
export function setClockBy(token: string): void {
  const issued = readClaims(token)?.iat;
  const ahead = issued ? Date.now() - issued * 1000 : 0;
  if (Math.abs(ahead) > TOLERANCE) localStorage.setItem(OFFSET, String(ahead));
  else localStorage.removeItem(OFFSET);
}

/** Returns the server's time, in milliseconds since 1970, as far as it is known. */
function serverTime(): number {
  return Date.now() - (Number(localStorage.getItem(OFFSET)) || 0);
}

/** Reports whether the token expires within the time; the server alone decides that it has expired. */
export function endsWithin(token: string, milliseconds: number): boolean {
  const claims = readClaims(token);
  return claims !== null && claims.exp * 1000 - serverTime() < milliseconds;
}
