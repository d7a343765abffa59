import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The component beside it brings a React of its own.
  resolve: { dedupe: ['react'] },
  test: {
    include: ['{src,test}/**/*.test.ts'],
    // Medusa's runners use the functions of a test framework as globals.
    globals: true,
    globalSetup: ['test/postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: { MEDUSA_DISABLE_TELEMETRY: '1' },
  },
})
