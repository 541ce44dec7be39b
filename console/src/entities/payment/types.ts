import type { components } from "@/api/schema";

export type Payment = components["schemas"]["Payment"];
export type Action = Payment["actions"][number];
