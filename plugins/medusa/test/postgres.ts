/** One PostgreSQL for Medusa in all test files. It comes with the packages of the workspace. */
import { startPostgres } from '@crypto-checkout/core/testing'

export async function setup() {
  const server = await startPostgres()
  const { hostname, port, username, password } = new URL(server.url)
  // The names that Medusa's test utilities read.
  Object.assign(process.env, { DB_HOST: hostname, DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password })
  return () => server.stop()
}
