/** An API of the Vendure server that answered with a failure, which no page expects. */
export class ApiError extends Error {}

/** Where an API gives a session its token. */
const TOKEN_HEADER = 'vendure-auth-token';

interface Answer<T> {
  readonly data?: T;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** Calls the Shop API or the Admin API of the Vendure server, as any storefront does: GraphQL over HTTP. */
export class ApiClient {
  constructor(
    private readonly url: string,
    /** The session of the shopper or clerk; none yet at the first call. */
    private token?: string,
    /** Told when the server opens a session. */
    private readonly onToken: (token: string) => void = () => undefined,
  ) {}

  /**
   * Asks one question. Results that a shopper can bring about are part of the answer; see {@link errorOf}.
   *
   * @throws ApiError for anything else, with the code of the failure as its name
   */
  async ask<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.keepToken(response.headers.get(TOKEN_HEADER));
    const { data, errors = [] } = (await response.json()) as Answer<T>;
    const [failure] = errors;
    if (!failure && data) return data;
    throw Object.assign(new ApiError(failure?.message ?? `Vendure answered ${response.status}`), {
      name: failure?.extensions?.code ?? 'ApiError',
    });
  }

  private keepToken(token: string | null): void {
    if (!token || token === this.token) return;
    this.token = token;
    this.onToken(token);
  }
}

/** The sentence of an error result, such as "not enough stock"; undefined when all went well. */
export function errorOf(result: { readonly errorCode?: string; readonly message?: string }): string | undefined {
  return result.errorCode === undefined ? undefined : (result.message ?? result.errorCode);
}
