import { Box, Text, Title } from "@mantine/core";
import { type PropsWithChildren, type ReactNode, useId } from "react";
import { Answers } from "@/ui/layout/Answers";

type SubSectionProps = PropsWithChildren<{ title: string; hint?: string; action?: ReactNode }>;

/** A subsection of a block of the page. */
export function SubSection({ title, hint, action, children }: SubSectionProps) {
  const id = useId();
  return (
    <Box component="section" mb="xl" aria-labelledby={id}>
      <Answers justify="space-between" gap="xs" mb="sm">
        <div>
          <Title order={3} id={id}>
            {title}
          </Title>
          {hint && <Text c="dimmed">{hint}</Text>}
        </div>
        {action}
      </Answers>
      {children}
    </Box>
  );
}
