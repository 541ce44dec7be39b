import { Button, Paper, Stack, Text } from "@mantine/core";
import { CopyButton } from "@/ui/form/CopyButton";
import { Answers } from "@/ui/layout/Answers";
import classes from "./factors.module.css";

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** Shows new recovery codes, for the only time. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text ref={focus} tabIndex={-1}>
        Conservez ces codes de secours en lieu sûr&nbsp;: ils ne seront plus affichés. Chacun permet
        de vous connecter une fois, si vous n'avez plus votre téléphone ou votre clé.
      </Text>
      <Paper
        component="ul"
        withBorder
        ff="monospace"
        p="md"
        m={0}
        className={classes.codes}
        aria-label="Codes de secours"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Paper>
      <Answers>
        <CopyButton text={codes.join("\n")} label="Copier les codes" done="Codes copiés" />
        <Button onClick={onKept}>J'ai conservé les codes</Button>
      </Answers>
    </Stack>
  );
}

const focus = (text: HTMLElement | null) => text?.focus();
