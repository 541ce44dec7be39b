/** The token that the link of a mail carries in its fragment, which goes to no server. */
export const tokenIn = (hash: string) => new URLSearchParams(hash).get("jeton") ?? "";
