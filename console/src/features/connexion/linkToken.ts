import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * The token of the link that led here, out of the address as soon as it is read: what stays there stays in
 * the history, and on the screens that are shown to others. Links sent before have it in the query.
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
