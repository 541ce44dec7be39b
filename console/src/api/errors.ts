import type { components } from "./schema";

export type Violation = components["schemas"]["Violation"];
export type EditConflict = components["schemas"]["EditConflict"];

const UNREACHABLE =
  "Le serveur ne répond pas. Vérifiez votre connexion à internet, puis réessayez.";
export const FORBIDDEN = "Accès refusé. Cette page n'est pas accessible avec votre compte.";
const SERVER_ERROR = "Une erreur serveur est survenue.";
/** The `message` by which the server asks for a proof of who the caller is. */
const STEP_UP = "Step-up authentication required.";

/** The error body of the API; each field is optional because the body may be unreadable. */
type Problem = Partial<components["schemas"]["ErrorBody"]>;

/** A failed call; its `message` is the French sentence to show. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  private constructor(
    sentence: string,
    /** The HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    readonly violations: Violation[],
    readonly requestId: string | undefined,
    /** What others changed since the record was read, which the refused write would have replaced. */
    readonly conflict?: EditConflict,
    /** The sentence of the server itself. */
    readonly detail?: string,
    /** The same call passes once the caller has proved again who they are. */
    readonly asksStepUp = false,
  ) {
    super(sentence);
  }

  static unreachable(): ApiError {
    return new ApiError(UNREACHABLE, 0, [], undefined);
  }

  /** The person did not want to prove who they are: there is nothing to tell them, and no sentence. */
  static withheld(): ApiError {
    return new ApiError("", 403, [], undefined);
  }

  static from(status: number, body: unknown): ApiError {
    const problem: Problem = typeof body === "object" && body !== null ? body : {};
    return new ApiError(
      sentenceOf(status, problem),
      status,
      (problem.violations ?? []).map((one) => ({ ...one, message: worded(one.message) })),
      problem.requestId,
      problem.conflit,
      problem.detail,
      problem.message === STEP_UP,
    );
  }
}

function sentenceOf(status: number, { message = "", detail = "" }: Problem): string {
  if (status === 403) return FORBIDDEN;
  if (message === "Invalid credentials.") return "Identifiants incorrects";
  if (detail.includes("Cet email n'est pas valide"))
    return "Au moins un des emails saisis n'est pas valide";
  return worded(detail) || message || SERVER_ERROR;
}

/** Replaces the one server sentence that the console words differently, as a message and at its field. */
function worded(sentence: string): string {
  return sentence.includes("mail est déjà présent")
    ? "Un compte existe déjà avec cette adresse email"
    : sentence;
}

/** Reports whether the same call would get the same answer: it is refused, or names nothing. */
export const isFinal = ({ status }: ApiError): boolean => status === 403 || status === 404;

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : ApiError.from(500, null);
}

/** Returns the sentence of a refused sign-in: no page is refused there, so the server says why. */
export function signInRefusal(error: unknown): string {
  const { status, detail, message } = asApiError(error);
  return status === 403 && detail ? detail : message;
}
