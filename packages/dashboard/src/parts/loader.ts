import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** The state of something that a part of a page loads. */
export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly value: Value }

/** Loads a value for an element, and renders it with each change. A newer request ends the one before. */
export class Loader<Value> implements ReactiveController {
  current: Loaded<Value> = { state: 'loading' }
  #request: ((signal: AbortSignal) => Promise<Value>) | null = null
  #controller = new AbortController()
  readonly #host: ReactiveControllerHost

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#controller.abort()
  }

  /** Loads by a request. `quietly`: what is shown stays until the answer. */
  async load(request: (signal: AbortSignal) => Promise<Value>, { quietly = false } = {}): Promise<void> {
    this.#request = request
    this.#controller.abort()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    if (!quietly || this.current.state !== 'ready') this.#show({ state: 'loading' })
    try {
      const value = await request(signal)
      if (!signal.aborted) this.#show({ state: 'ready', value })
    } catch (error) {
      if (!signal.aborted) this.#show({ state: 'failed', error })
    }
  }

  /** Sends the last request again. */
  async reload(options?: { quietly?: boolean }): Promise<void> {
    if (this.#request) await this.load(this.#request, options)
  }

  /** Shows a value that is known already, such as the answer to a change. */
  set(value: Value): void {
    this.#controller.abort()
    this.#show({ state: 'ready', value })
  }

  #show(current: Loaded<Value>): void {
    this.current = current
    this.#host.requestUpdate()
  }
}
