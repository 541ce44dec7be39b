import { Paper, Table } from "@mantine/core";
import {
  formatAmount,
  formatCount,
  formatCountdown,
  formatDate,
  formatDateDashed,
  formatDuration,
  formatEuros,
  formatLimit,
  formatPhone,
  formatShort,
} from "@/format";

const INSTANT = "2026-03-29T01:30:00Z";

const FORMATS = [
  { what: "Montant", from: "123456 centimes", to: formatEuros(123456) },
  { what: "Montant sans devise", from: "123456 centimes", to: formatAmount(123456) },
  { what: "Date", from: INSTANT, to: formatDate(INSTANT) },
  { what: "Date d'un filtre", from: INSTANT, to: formatDateDashed(INSTANT) },
  { what: "Date d'utilisation", from: INSTANT, to: formatShort(INSTANT) },
  { what: "Durée", from: "3125 minutes", to: formatDuration(3125) },
  { what: "Temps limite", from: "2880 minutes", to: formatLimit(2880) },
  { what: "Temps limite", from: "90 minutes", to: formatLimit(90) },
  { what: "Compte à rebours", from: "180 secondes", to: formatCountdown(180) },
  { what: "Téléphone", from: "+33199001234", to: formatPhone("+33199001234") },
  { what: "Nombre", from: "12345", to: formatCount(12345) },
];

export function FormatsSection() {
  return (
    <Paper withBorder p="md">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Format</Table.Th>
            <Table.Th scope="col">Valeur reçue</Table.Th>
            <Table.Th scope="col">Affichage</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {FORMATS.map(({ what, from, to }) => (
            <Table.Tr key={`${what} ${from}`}>
              <Table.Th scope="row">{what}</Table.Th>
              <Table.Td>{from}</Table.Td>
              <Table.Td>{to}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
