/** The parts of swagger-ui's plugins that are used here: its components are those of React. */
interface System {
  readonly React: { createElement(type: unknown, props: unknown, ...children: unknown[]): unknown };
  readonly specSelectors: {
    info(): { get(name: string): unknown };
    validationErrors(operation: OperationKey): readonly string[];
  };
  readonly specActions: { clearValidateParams(operation: OperationKey): void };
}

/** Path and method. */
type OperationKey = readonly [string, string];

interface Props {
  readonly children?: unknown;
  readonly contentType?: string;
  getComponent(this: void, name: string, isContainer?: boolean): unknown;
}

type Wrap = (original: unknown, system: System) => (props: Props) => unknown;

/** The policy of the page shows no image that a script has made, so a reply of that kind is a file to save. */
const asFile: Wrap =
  (original, { React }) =>
  (props) => {
    const isMedia = /^(?:image|audio|video)\//i.test(props.contentType ?? '');
    const contentType = isMedia ? 'application/octet-stream' : props.contentType;
    return React.createElement(original, { ...props, contentType });
  };
const nothing: Wrap = () => () => null;
const childrenOnly: Wrap = () => (props) => props.children;

/**
 * What breaks the contract is sent, so that the server's own refusal is seen. Only without a value
 * that the request needs can none be made.
 */
const validateNeeded =
  (validate: (key: OperationKey) => void, { specSelectors, specActions }: System) =>
  (key: OperationKey): void => {
    validate(key);
    const errors = specSelectors.validationErrors(key);
    if (!errors.some((error) => error.includes('Required field')))
      specActions.clearValidateParams(key);
  };

/** Leaves out what the console says itself: tags, servers, and the ways to log in. */
export function quiet({ React, specSelectors }: System): object {
  return {
    components: {
      OneOperation: ({ getComponent }: Props) =>
        React.createElement(
          'div',
          { className: 'swagger-ui' },
          React.createElement(getComponent('errors', true), {}),
          React.createElement(getComponent('operations', true), {}),
        ),
      OneDescription: ({ getComponent }: Props) =>
        React.createElement(
          'div',
          { className: 'swagger-ui' },
          React.createElement(getComponent('Markdown', true), {
            source: specSelectors.info().get('description'),
          }),
        ),
    },
    statePlugins: {
      spec: { wrapActions: { validateParams: validateNeeded } },
      oas3: {
        wrapSelectors: {
          validateBeforeExecute: () => () => true,
          validateShallowRequired: () => () => [],
        },
      },
    },
    wrapComponents: {
      OperationTag: childrenOnly,
      authorizeOperationBtn: nothing,
      responseBody: asFile,
    },
  };
}
