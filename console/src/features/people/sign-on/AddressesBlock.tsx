import { Group, Stack, Text } from "@mantine/core";
import { CopyButton } from "@/ui/form/CopyButton";
import { Block } from "@/ui/layout/Block";
import classes from "./signOn.module.css";

type AddressesBlockProps = { adresseRetour: string; adresseFinSession: string };

/** The addresses that a provider must know before it sends anyone back here. */
export function AddressesBlock({ adresseRetour, adresseFinSession }: AddressesBlockProps) {
  return (
    <Block title="À déclarer chez le fournisseur">
      <Stack component="dl" m={0}>
        <Address name="Adresse de retour" other="redirect URI" address={adresseRetour} />
        <Address
          name="Adresse de fin de session"
          other="post-logout redirect URI"
          address={adresseFinSession}
        />
      </Stack>
    </Block>
  );
}

type AddressProps = { name: string; other: string; address: string };

function Address({ name, other, address }: AddressProps) {
  return (
    <div>
      <Text component="dt" c="dimmed" fz="xs">
        {name} <span lang="en">({other})</span>
      </Text>
      <Group component="dd" m={0}>
        <code className={classes.address}>{address}</code>
        <CopyButton text={address} label="Copier" done="Adresse copiée" />
      </Group>
    </div>
  );
}
