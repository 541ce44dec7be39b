export interface Claims {
  /** The number of the account. */
  sub: string;
  /** Its e-mail. */
  username: string;
  roles: string[];
  /** Seconds since 1970. */
  iat: number;
  /** Seconds since 1970. */
  exp: number;
}

const STAFF_ROLES = ["ROLE_BACK", "ROLE_ADMIN"];

/** Returns the claims of the token; null when it cannot be read. Only the server checks the signature. */
export function readClaims(token: string): Claims | null {
  try {
    const payload = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const claims: Partial<Claims> = JSON.parse(new TextDecoder().decode(bytes));
    return {
      sub: String(claims.sub ?? ""),
      username: String(claims.username ?? ""),
      roles: Array.isArray(claims.roles) ? claims.roles : [],
      iat: Number(claims.iat) || 0,
      exp: Number(claims.exp) || 0,
    };
  } catch {
    return null;
  }
}

export function mayUseConsole(token: string): boolean {
  return readClaims(token)?.roles.some((role) => STAFF_ROLES.includes(role)) ?? false;
}
