import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Shown when there is none. */
export const INCOMPLETE_LINK =
  "Ce lien est incomplet. Ouvrez de nouveau celui que vous avez reçu par e-mail.";

/**
 * Returns the token of the link that opened the page, and removes it from the URL at once: a URL stays in the
 * history and shows on shared screens. The token is in the fragment, or in the query of links from older
 * mails.
 */
export function useLinkToken(): string {
  const navigate = useNavigate();
  const { hash, search } = useLocation();
  const arriving = new URLSearchParams(hash).get("jeton") ?? search.jeton ?? "";
  const [token, setToken] = useState(arriving);
  if (arriving && arriving !== token) setToken(arriving);
  useEffect(() => {
    if (arriving) void navigate({ to: ".", search: {}, replace: true });
  }, [arriving, navigate]);
  return token;
}
