import type { components } from "@/api/schema";

export type OpenSession = components["schemas"]["OpenSession"];
