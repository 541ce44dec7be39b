import { expect, test } from "vitest";
import { disputeOf } from "./dispute";

const le = "2026-10-12T08:00:00+02:00";
const finieLe = "2026-10-19T08:00:00+02:00";

test("A dispute is said with its day", () => {
  expect(disputeOf(null)).toBeNull();
  expect(disputeOf({ le, issue: "", finieLe: null })).toBe("Contesté le 12/10/2026");
  expect(disputeOf({ le, issue: "gagnee", finieLe })).toBe("Contestation gagnée le 19/10/2026");
  expect(disputeOf({ le, issue: "perdue", finieLe })).toBe("Contestation perdue le 19/10/2026");
});
