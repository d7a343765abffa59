/** One PostgreSQL for all test files that run on it. */
import type { TestProject } from 'vitest/node'
import { migrateStorage } from '../storage/open.ts'
import { startPostgres } from './postgres-server.ts'
import { createSpareList, runAdminStatement, TEMPLATE } from './spare-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

let server: Awaited<ReturnType<typeof startPostgres>> | null = null

export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres()
  await runAdminStatement(server.url, `create database ${TEMPLATE}`)
  await migrateStorage(`${server.url}/${TEMPLATE}`)
  await createSpareList(server.url)
  project.provide('postgres', server.url)
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
