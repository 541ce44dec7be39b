import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./PageLink.module.css";

type PageLinkProps = { to: string; search?: object; hash?: string; name: string };

/** A link within a table to the page of what the cell names. */
export function PageLink({ name, ...page }: PageLinkProps) {
  return (
    <Anchor className={classes.link} renderRoot={(props) => <Link {...props} {...page} />}>
      {name}
    </Anchor>
  );
}
