/** The globals of the browser test runner. */
declare function describe(title: string, body: () => void): void
declare function it(title: string, body: () => void | Promise<void>): { timeout(ms: number): void }
declare function afterEach(body: () => void | Promise<void>): void
declare function before(body: () => void | Promise<void>): void
declare function after(body: () => void | Promise<void>): void
