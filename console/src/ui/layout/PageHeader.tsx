import { Box, Group } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /**
   * The name of the record that the page is about, which is read before the title; null while it loads. Absent on
   * pages that are about no record.
   */
  subject?: ReactNode;
  /** The state of the record, beside its name. */
  state?: ReactNode;
  back?: { to: string; label: string; search?: object };
  /** The primary action of the page. */
  action?: ReactNode;
};

export function PageHeader({ title, subtitle, subject, state, back, action }: PageHeaderProps) {
  const ofRecord = subject !== undefined;
  return (
    <Group
      component="header"
      gap="sm"
      mih={44}
      className={classes.header}
      data-record={ofRecord || undefined}
    >
      {back && (
        <Link
          to={back.to}
          search={back.search ?? {}}
          className={classes.back}
          aria-label={back.label}
          title={back.label}
          data-card
          data-no-print
        >
          <IconArrowLeft size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
      <Box flex="1 1 0" miw="12rem">
        <h1 tabIndex={-1}>{title}</h1>
        {ofRecord && (
          <Group gap="xs">
            <p className={classes.subject}>{subject ?? "\u00a0"}</p>
            {state && <Group gap={6}>{state}</Group>}
          </Group>
        )}
        {subtitle && (
          <Box component="p" c="dimmed" mt={2}>
            {subtitle}
          </Box>
        )}
      </Box>
      {action && (
        <Group gap="sm" className={classes.action}>
          {action}
        </Group>
      )}
    </Group>
  );
}
