/** The parts of an OpenAPI document that the reference shows. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>
}

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

type Referred<Kind> = Kind | { readonly $ref: string }
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
export type Response = {
  readonly description: string
  readonly headers?: Readonly<Record<string, Referred<{ readonly description?: string }>>>
  readonly content?: Content
}

export type Operation = {
  readonly tags: readonly string[]
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Referred<Parameter>[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Referred<Response>>>
}

type Methods = Readonly<Record<string, Operation>>

export type OpenApi = {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Methods>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Reads a document that `generateOpenApi` has written. */
export function readOpenApi(text: string): OpenApi {
  return JSON.parse(text)
}

/** The last part of a reference: `#/components/schemas/Payment` is `Payment`. */
export function readSchemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Resolves a reference, or returns the thing itself. */
export function resolve<Kind extends object>(named: Readonly<Record<string, Kind>>, one: Referred<Kind>): Kind {
  if (!('$ref' in one) || typeof one.$ref !== 'string') return one as Kind
  const found = named[readSchemaName(one.$ref)]
  if (!found) throw new Error(`the document has no ${one.$ref}`)
  return found
}
