import { generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Context, Provider as OpenIDProvider } from "oidc-provider";
import { freePort } from "./server.ts";

/** The password of every account of a provider. */
export const providerPassword = "Mot-de-passe-du-fournisseur";

/** A person who has an account at a provider, whose identifier there is the key of their address in `people`. */
export interface Person {
  email: string;
  /** Whether the provider has checked the address; it has if absent. */
  verified?: boolean;
  /** Whether the person signs in there with a second factor, which the provider then says. */
  secondFactor?: boolean;
}

interface ProviderOptions {
  /** The public address of the site whose accounts sign in. */
  site: string;
  people: Record<string, Person>;
  /** Whether what it says of a person is a signed token, as ProConnect sends it, instead of JSON. */
  signedUserinfo?: boolean;
}

export interface Provider {
  issuer: string;
  clientId: string;
  secret: string;
  people: Record<string, Person>;
  /** The paths that were asked for, without their queries. */
  asked: string[];
  /** Replaces the key that signs: the one before is no longer published. */
  rotate: () => void;
  stop: () => Promise<void>;
}

type Key = JsonWebKey & { kid: string };

function newKey(): Key {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "RS256", use: "sig" };
}

/** Starts a real provider of OpenID Connect in this process, with one client: the site. */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { Provider: OpenIDProvider } = await import("oidc-provider");
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const clientId = `consigne-${randomUUID()}`;
  const secret = randomUUID();
  const store = new Map<string, Stored>();
  const cookieKey = randomUUID();
  const asked: string[] = [];
  let signing = newKey();

  const begin = () =>
    new OpenIDProvider(issuer, {
      ...configuration(options, store),
      cookies: { ...cookies(new URL(issuer).port), keys: [cookieKey] },
      jwks: { keys: [signing] },
      clients: [
        {
          client_id: clientId,
          client_secret: secret,
          redirect_uris: [`${options.site}/connexion/retour`],
          post_logout_redirect_uris: [`${options.site}/connexion`],
          ...(options.signedUserinfo && { userinfo_signed_response_alg: "RS256" }),
        },
      ],
    });

  let provider = begin();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    asked.push(path);
    if (path.startsWith("/interaction/")) {
      void interact(provider, options.people, request, response);
    } else {
      provider.callback()(request, response);
    }
  });
  server.listen(Number(new URL(issuer).port), "127.0.0.1");
  await once(server, "listening");

  return {
    issuer,
    clientId,
    secret,
    people: options.people,
    asked,
    rotate() {
      signing = newKey();
      provider = begin();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the names of its cookies: browsers give those of one port to all others of the machine. */
function cookies(port: string) {
  const names = ["session", "interaction", "resume"].map((name) => [name, `_${name}_${port}`]);
  return { names: Object.fromEntries(names), long: { signed: true }, short: { signed: true } };
}

function configuration(options: ProviderOptions, store: Map<string, Stored>): object {
  return {
    adapter: class extends Adapter {
      constructor(model: string) {
        super(model, store);
      }
    },
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"] },
    scopes: ["openid", "email", "profile"],
    features: {
      devInteractions: { enabled: false },
      jwtUserinfo: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource },
      claimsParameter: { enabled: true },
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_: Context, accountId: string) {
      const person = options.people[accountId];
      return (
        person && {
          accountId,
          claims: async () => ({
            sub: accountId,
            email: person.email,
            email_verified: person.verified ?? true,
          }),
        }
      );
    },
    /** Nobody is asked whether the site may know them. */
    async loadExistingGrant({ oidc }: Context) {
      const of = { accountId: oidc.session.accountId, clientId: oidc.client.clientId };
      const grant = new oidc.provider.Grant(of);
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    async renderError(context: Context, refusal: { error: string; error_description?: string }) {
      context.type = "html";
      context.body = html(
        "Erreur du fournisseur",
        `<p>${refusal.error}: ${refusal.error_description ?? ""}</p>`,
      );
    },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
  };
}

async function logoutSource(context: Context, form: string): Promise<void> {
  context.type = "html";
  context.body = html(
    "Déconnexion du fournisseur",
    `${form}<button form="op.logoutForm" name="logout" value="yes">Se déconnecter du fournisseur</button>`,
  );
}

/** The login page of the provider. */
async function interact(
  provider: OpenIDProvider,
  people: Record<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given = new URLSearchParams(request.method === "POST" ? await text(request) : "");
  const accountId = given.get("login") ?? "";
  const person = people[accountId];
  if (person && given.get("password") === providerPassword) {
    await provider.interactionFinished(request, response, {
      login: { accountId, ...(person.secondFactor && { amr: ["pwd", "otp", "mfa"] }) },
    });
    return;
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(
    html(
      "Connexion au fournisseur",
      `<form method="post">
        <label>Identifiant <input name="login"></label>
        <label>Mot de passe du fournisseur <input name="password" type="password"></label>
        <button>S'identifier</button>
      </form>`,
    ),
  );
}

const html = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body><h1>${title}</h1>${body}</body></html>`;

interface Stored {
  model: string;
  payload: { grantId?: string; uid?: string; consumed?: number };
}

/** Keeps what a provider stores. Its own store is one for all providers of a process. */
class Adapter {
  readonly #model: string;
  readonly #store: Map<string, Stored>;

  constructor(model: string, store: Map<string, Stored>) {
    this.#model = model;
    this.#store = store;
  }

  #key(id: string): string {
    return `${this.#model} ${id}`;
  }

  async upsert(id: string, payload: Stored["payload"]): Promise<void> {
    this.#store.set(this.#key(id), { model: this.#model, payload });
  }

  async find(id: string): Promise<Stored["payload"] | undefined> {
    return this.#store.get(this.#key(id))?.payload;
  }

  async findByUid(uid: string): Promise<Stored["payload"] | undefined> {
    for (const { model, payload } of this.#store.values()) {
      if (model === this.#model && payload.uid === uid) return payload;
    }
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const found = this.#store.get(this.#key(id));
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#store.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#store) {
      if (payload.grantId === grantId) this.#store.delete(key);
    }
  }
}
