import { Anchor, Box, Text as Paragraph, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { compiler } from "markdown-to-jsx/react";
import type { PropsWithChildren } from "react";
import { useRights } from "@/session/rights";
import { mayFollow } from "./chapters";
import { anchorOf } from "./manual";

/** A chapter as it is read: Markdown as Mantine's parts, without any HTML of its own. */
export function Text({ children }: { children: string }) {
  return compiler(children, {
    wrapper: "article",
    forceBlock: true,
    disableParsingRawHTML: true,
    slugify: anchorOf,
    overrides: { h2: Heading, p: Words, ol: Steps, ul: Points, li: Point, a: Reference },
  });
}

function Heading({ id, children }: PropsWithChildren<{ id?: string }>) {
  return (
    <Title order={2} size="h3" id={id} mt="xl" mb="xs" style={{ scrollMarginTop: "4.5rem" }}>
      {children}
    </Title>
  );
}

function Words({ children }: PropsWithChildren) {
  return (
    <Paragraph lh={1.6} mb="sm">
      {children}
    </Paragraph>
  );
}

function Steps({ children }: PropsWithChildren) {
  return (
    <Box component="ol" m={0} mb="sm" pl="lg" lh={1.6}>
      {children}
    </Box>
  );
}

function Points({ children }: PropsWithChildren) {
  return (
    <Box component="ul" mb="sm" lh={1.6}>
      {children}
    </Box>
  );
}

function Point({ children }: PropsWithChildren) {
  return (
    <Box component="li" mb={6}>
      {children}
    </Box>
  );
}

/** A link to a page, to another chapter (« stations.md ») or to what the server shows; plain words where the account may not open the page. */
function Reference({ href = "", children }: PropsWithChildren<{ href?: string }>) {
  const rights = useRights();
  const [address = "", hash] = href.replace(/^([a-z-]+)\.md/, "/aide/$1").split("#");
  if (!mayFollow(address, rights)) return children;
  if (address.startsWith("/api/")) {
    return (
      <Anchor inherit underline="always" href={address} target="_blank" rel="noreferrer">
        {children}
      </Anchor>
    );
  }
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link {...props} to={address} hash={hash} />}
    >
      {children}
    </Anchor>
  );
}
