/** The part of swagger-ui that the console uses; the package brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: object): unknown;
}
