// Types of Stuntdouble control 1.0.0, written by `stuntdouble types`: after a change of the contract, run it again.
export interface Contract {
  operations: {
    /** Tell whether the process is alive */
    getHealth: {
      method: "GET";
      path: "/health";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: {
            status: "ok";
            version: string;
          };
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Tell whether requests are served */
    getReadiness: {
      method: "GET";
      path: "/ready";
      parameters: {
        query: {
          /** With `writes` it is a 503 while changes can not be stored, such as on a full disk: the last write failed, and so does another one now. It tells nothing of free space, and requests share the answer fo… */
          for?: "writes";
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: {
            status: "ready";
          };
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Tell what this client needs to use the control API */
    getSession: {
      method: "GET";
      path: "/session";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Session"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Trade the control token for a cookie */
    startSession: {
      method: "POST";
      path: "/session";
      parameters: {};
      body: Schemas["SessionWish"];
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** End the session of this client */
    endSession: {
      method: "DELETE";
      path: "/session";
      parameters: {};
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the versions of the server and the contract */
    getVersion: {
      method: "GET";
      path: "/version";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Version"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the contracts and the files that they refer to */
    listContracts: {
      method: "GET";
      path: "/contracts";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Document"][];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the contract as it is served, with its overlays */
    getContract: {
      method: "GET";
      path: "/contract";
      parameters: {
        query: {
          /** Which of those that `GET /contracts` lists; needed where there are several contracts. */
          name?: string;
          /** Instead of `Accept`. */
          format?: "json" | "yaml";
          /** With `here` the only server of the contract is this one, at the address that the client has used, so that a tool that reads the contract asks this server. Other documents stay as they are. */
          servers?: "here";
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: unknown;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show what each operation does, and to which records */
    getPlan: {
      method: "GET";
      path: "/plan";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Plan"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Write an overlay that corrects what the plan makes of a path or an operation */
    draftCorrection: {
      method: "POST";
      path: "/correction";
      parameters: {};
      body: Schemas["CorrectionWish"];
      success: 200;
      replies: {
        200: {
          body: Schemas["CorrectionDraft"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one operation as the contract declares it */
    getOperation: {
      method: "GET";
      path: "/operations/{id}";
      parameters: {
        path: {
          /** The id of an operation, as `GET /plan` has it. */
          id: string;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["DeclaredOperation"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the faults of the contract, as `stuntdouble check` finds them */
    listFindings: {
      method: "GET";
      path: "/findings";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Findings"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the overlays in force, with what each action changes */
    listOverlays: {
      method: "GET";
      path: "/overlays";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Overlay"][];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Follow what changes in the server */
    followServer: {
      method: "GET";
      path: "/live";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: unknown;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the collections, with the numbers of their records */
    listCollections: {
      method: "GET";
      path: "/collections";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Collection"][];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show what records of a collection look like, and how they hang together with others */
    getCollectionShape: {
      method: "GET";
      path: "/collections/{collection}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["CollectionShape"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Find records of a collection, made-up ones included, page by page */
    listRecords: {
      method: "GET";
      path: "/collections/{collection}/records";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
        query: {
          /** How many of those that were found to leave out. */
          offset?: number;
          /** How many to show at most. */
          limit?: number;
          /** A member, such as `created_at`, or `-created_at` for the largest first; with dots between the steps to a nested one. Records without the member come last. */
          sort?: string;
          /** A text that is anywhere among the values of a record; case doesn't matter. */
          search?: string;
          /** What must hold of a member; several times, all of them: `member:is:value` and `member:not:value` (of a list, one of its items), `member:has:text` (case doesn't matter), `member:above:value` and `memb… */
          filter?: string[];
          /** Whether made-up records are among them. */
          made_up?: boolean;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["RecordPage"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Find records of all collections by a text, made-up ones included */
    findRecords: {
      method: "GET";
      path: "/records";
      parameters: {
        query: {
          /** A text; case doesn't matter. */
          search: string;
          /** How many to show at most. */
          limit?: number;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["FoundRecords"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show every collection with its records */
    getState: {
      method: "GET";
      path: "/state";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Collections"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Replace all records of the collections in the body */
    putState: {
      method: "PUT";
      path: "/state";
      parameters: {
        query: {
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Collections"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Collections"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Create and change records of several collections */
    patchState: {
      method: "PATCH";
      path: "/state";
      parameters: {
        query: {
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Collections"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Collections"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the records of one collection */
    getCollection: {
      method: "GET";
      path: "/state/{collection}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Records"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Replace all records of the collection */
    putCollection: {
      method: "PUT";
      path: "/state/{collection}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Records"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Records"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Delete all records of the collection, and those below them */
    deleteCollection: {
      method: "DELETE";
      path: "/state/{collection}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Create and change several records */
    patchCollection: {
      method: "PATCH";
      path: "/state/{collection}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Records"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Records"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one record, with the keys of its parents */
    getRecord: {
      method: "GET";
      path: "/state/{collection}/{key}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
          /** What identifies the record in its collection; `-` where it is the only one under its parents. */
          key: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Record"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Create or replace a record */
    putRecord: {
      method: "PUT";
      path: "/state/{collection}/{key}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
          /** What identifies the record in its collection; `-` where it is the only one under its parents. */
          key: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Record"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Record"];
          example: never;
        };
        201: {
          body: Schemas["Record"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Delete a record, and those below it */
    deleteRecord: {
      method: "DELETE";
      path: "/state/{collection}/{key}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
          /** What identifies the record in its collection; `-` where it is the only one under its parents. */
          key: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Change members of a record (RFC 7396) */
    patchRecord: {
      method: "PATCH";
      path: "/state/{collection}/{key}";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
          /** What identifies the record in its collection; `-` where it is the only one under its parents. */
          key: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
          /** Whether records have to be what the contract says of them. Without that, all is taken that has a key. */
          check?: boolean;
        };
      };
      body: Schemas["Record"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Record"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show what goes with a record when it is deleted */
    showRemoval: {
      method: "GET";
      path: "/state/{collection}/{key}/removal";
      parameters: {
        path: {
          /** The name of a collection, as in the fixtures. */
          collection: string;
          /** As in `/state/{collection}/{key}`. */
          key: string;
        };
        query: {
          /** The keys of parents by their names, as records show them, such as `?project_id=7`. */
          parents?: {
            [name: string]: string;
          };
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: {
            /** How many there are. */
            count: number;
            /** The first 1000 of them. */
            records: {
              collection: string;
              /** Empty where records have no keys. */
              key: string;
              parents: {
                [name: string]: string;
              };
              record: Schemas["Record"];
            }[];
          };
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Put the world back to its beginning */
    resetState: {
      method: "POST";
      path: "/reset";
      parameters: {};
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Add records, given or made up */
    seedState: {
      method: "POST";
      path: "/seed";
      parameters: {};
      body: Schemas["SeedWish"];
      success: 201;
      replies: {
        201: {
          body: Schemas["Collections"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the changes since the beginning of the world, as a JSON Patch */
    getDifferences: {
      method: "GET";
      path: "/diff";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["PatchStep"][];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the records that changed since the beginning of the world, or since a snapshot */
    listChanges: {
      method: "GET";
      path: "/changes";
      parameters: {
        query: {
          /** A snapshot of any world; without one, the state that this world was made from. */
          since?: Schemas["Name"];
          /** How many are shown; `count` counts all. */
          limit?: number;
          /** Whether secrets are hidden, as in the journal. */
          redacted?: boolean;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: {
            /** How many records changed. */
            count: number;
            changes: Schemas["Change"][];
          };
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the records in the form of fixtures */
    getFixtures: {
      method: "GET";
      path: "/fixtures";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Collections"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the time of the world */
    getClock: {
      method: "GET";
      path: "/clock";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Clock"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Set the clock of the world, or stop it */
    setClock: {
      method: "PUT";
      path: "/clock";
      parameters: {};
      body: Schemas["ClockWish"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Clock"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Put the clock back to that of the beginning, by default the machine's */
    resetClock: {
      method: "DELETE";
      path: "/clock";
      parameters: {};
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Advance the clock */
    advanceClock: {
      method: "POST";
      path: "/clock/advance";
      parameters: {};
      body: Schemas["Advance"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Clock"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the default world and the private ones */
    listWorlds: {
      method: "GET";
      path: "/worlds";
      parameters: {
        query: {
          /** At most so many, the default world and those that were used last. Without it, all. */
          limit?: number;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["World"][];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one world */
    getWorld: {
      method: "GET";
      path: "/worlds/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["World"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Create a world, or replace the one of that name */
    makeWorld: {
      method: "PUT";
      path: "/worlds/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: Schemas["WorldWish"] | undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["World"];
          example: never;
        };
        201: {
          body: Schemas["World"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Drop a world */
    dropWorld: {
      method: "DELETE";
      path: "/worlds/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the snapshots of all worlds */
    listSnapshots: {
      method: "GET";
      path: "/snapshots";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Snapshot"][];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one snapshot */
    getSnapshot: {
      method: "GET";
      path: "/snapshots/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Snapshot"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Save the state of the world under that name */
    saveSnapshot: {
      method: "PUT";
      path: "/snapshots/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Snapshot"];
          example: never;
        };
        201: {
          body: Schemas["Snapshot"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Drop a snapshot */
    dropSnapshot: {
      method: "DELETE";
      path: "/snapshots/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Replace the state of the world with that of the snapshot */
    restoreSnapshot: {
      method: "POST";
      path: "/snapshots/{name}/restore";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the scenarios that a world can begin with */
    listScenarios: {
      method: "GET";
      path: "/scenarios";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Scenario"][];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show a scenario as a document that a file can hold */
    getScenario: {
      method: "GET";
      path: "/scenarios/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["ScenarioDocument"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Save the world as a scenario of that name */
    saveScenario: {
      method: "POST";
      path: "/scenarios/{name}";
      parameters: {
        path: {
          /** The name of a world, a snapshot or a scenario. */
          name: Schemas["Name"];
        };
      };
      body: {
        description?: string;
      } | undefined;
      success: 201;
      replies: {
        200: {
          body: Schemas["Scenario"];
          example: never;
        };
        201: {
          body: Schemas["Scenario"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the credentials without their secrets */
    listCredentials: {
      method: "GET";
      path: "/credentials";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Credential"][];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Mint a credential, until the world is reset or dropped */
    mintCredential: {
      method: "POST";
      path: "/credentials";
      parameters: {};
      body: Schemas["CredentialWish"];
      success: 201;
      replies: {
        201: {
          body: Schemas["Credential"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show the credentials of a name, with their values and what a request sends */
    getCredentials: {
      method: "GET";
      path: "/credentials/{name}";
      parameters: {
        path: {
          /** The name of one or several credentials. */
          name: string;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["SentCredential"][];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Revoke a credential, until the world is reset */
    revokeCredential: {
      method: "DELETE";
      path: "/credentials/{name}";
      parameters: {
        path: {
          /** The name of one or several credentials. */
          name: string;
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the kept requests, oldest first */
    listRequests: {
      method: "GET";
      path: "/requests";
      parameters: {
        query: {
          /** The name of a world; `default` is the one that is kept. */
          world?: Schemas["Name"];
          /** The id of an operation. */
          operation?: string;
          /** A status, or a range of them, such as `4XX`. */
          status?: string;
          /** What became of them. */
          verdict?: Schemas["Verdict"];
          /** Part of a violation, of its place, its message or its keyword; `*` for any. */
          violation?: string;
          /** The id of a request, for what came after it; or a moment, for what came in since. */
          since?: string;
          /** At most so many, the newest. */
          limit?: number;
          /** The id of a request, for what came before it; with `limit`, the newest of them. */
          before?: number;
          /** A text in method, path, status, operation, credentials, world, problem or violations, in upper or lower case. It looks at what is shown, so it never finds a hidden secret. */
          search?: string;
          /** Whether to leave out headers, bodies and changes. */
          brief?: boolean;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Requests"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Forget the requests */
    clearRequests: {
      method: "DELETE";
      path: "/requests";
      parameters: {
        query: {
          /** The name of a world; `default` is the one that is kept. */
          world?: Schemas["Name"];
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Tell the world and its requests in one document */
    getRecording: {
      method: "GET";
      path: "/recording";
      parameters: {
        query: {
          /** How many requests to tell at most; the newest count. */
          requests?: number;
          /** How many records of each collection to tell at most. */
          records?: number;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Recording"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        507: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Follow the requests live */
    followRequests: {
      method: "GET";
      path: "/requests/live";
      parameters: {
        query: {
          /** The name of a world; `default` is the one that is kept. */
          world?: Schemas["Name"];
          /** The id of an operation. */
          operation?: string;
          /** A status, or a range of them, such as `4XX`. */
          status?: string;
          /** What became of them. */
          verdict?: Schemas["Verdict"];
          /** Part of a violation, of its place, its message or its keyword; `*` for any. */
          violation?: string;
        };
        header: {
          /** The id of the last request that was received. */
          "Last-Event-ID"?: number;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: unknown;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one request with its reply */
    getRequest: {
      method: "GET";
      path: "/requests/{id}";
      parameters: {
        path: {
          /** The number of a request; `last` is the newest one, of the private world that the request names, else of any. */
          id: number | "last";
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Request"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Explain why a request was answered as it was */
    explainRequest: {
      method: "GET";
      path: "/requests/{id}/explain";
      parameters: {
        path: {
          /** The number of a request; `last` is the newest one, of the private world that the request names, else of any. */
          id: number | "last";
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: unknown;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Send a request again */
    repeatRequest: {
      method: "POST";
      path: "/requests/{id}/repeat";
      parameters: {
        path: {
          /** The number of a request; `last` is the newest one, of the private world that the request names, else of any. */
          id: number | "last";
        };
      };
      body: undefined;
      success: 201;
      replies: {
        201: {
          body: Schemas["Request"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Check whether an operation was called as expected */
    verifyRequests: {
      method: "POST";
      path: "/verify";
      parameters: {};
      body: Schemas["Expectation"];
      success: 200;
      replies: {
        200: {
          body: Schemas["Verification"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the overrides of the world */
    listOverrides: {
      method: "GET";
      path: "/overrides";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Override"][];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Put an override in place */
    addOverride: {
      method: "POST";
      path: "/overrides";
      parameters: {};
      body: Schemas["OverrideWish"];
      success: 201;
      replies: {
        201: {
          body: Schemas["NewOverride"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Remove all overrides of the world */
    removeOverrides: {
      method: "DELETE";
      path: "/overrides";
      parameters: {};
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Show one override, and how often it was used */
    getOverride: {
      method: "GET";
      path: "/overrides/{id}";
      parameters: {
        path: {
          /** The id of an override. */
          id: Schemas["Name"];
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Override"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Replace an override */
    putOverride: {
      method: "PUT";
      path: "/overrides/{id}";
      parameters: {
        path: {
          /** The id of an override. */
          id: Schemas["Name"];
        };
      };
      body: Schemas["OverrideWish"];
      success: 200;
      replies: {
        200: {
          body: Schemas["NewOverride"];
          example: never;
        };
        201: {
          body: Schemas["NewOverride"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Remove an override */
    removeOverride: {
      method: "DELETE";
      path: "/overrides/{id}";
      parameters: {
        path: {
          /** The id of an override. */
          id: Schemas["Name"];
        };
      };
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Report what was tried of the contract */
    getCoverage: {
      method: "GET";
      path: "/coverage";
      parameters: {
        query: {
          /** The id of an operation; without it, all of them. */
          operation?: string;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["CoverageReport"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Begin to count anew */
    clearCoverage: {
      method: "DELETE";
      path: "/coverage";
      parameters: {};
      body: undefined;
      success: 204;
      replies: {
        204: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Find a request that would cover a point of the contract */
    getSample: {
      method: "GET";
      path: "/sample";
      parameters: {
        query: {
          /** The id of an operation. */
          operation: string;
          /** The id of one of its points, as the report of coverage has it; without it, a valid request is wanted. */
          point?: string;
        };
      };
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["Sample"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Send a request that would cover a point of the contract */
    sendSample: {
      method: "POST";
      path: "/sample";
      parameters: {
        query: {
          /** The id of an operation. */
          operation: string;
          /** The id of one of its points, as the report of coverage has it; without it, a valid request is wanted. */
          point?: string;
        };
      };
      body: undefined;
      success: 201;
      replies: {
        201: {
          body: Schemas["SentSample"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** List the replicas that share this state, and tell which is the owner */
    listReplicas: {
      method: "GET";
      path: "/replicas";
      parameters: {};
      body: undefined;
      success: 200;
      replies: {
        200: {
          body: Schemas["ReplicaList"];
          example: never;
        };
        503: {
          body: Schemas["Problem"];
          example: never;
        };
        "4XX": {
          body: Schemas["Problem"];
          example: never;
        };
      };
    };
    /** Answer a message of the Model Context Protocol */
    answerAgent: {
      method: "POST";
      path: "/mcp";
      parameters: {};
      body: {
        [name: string]: unknown;
      } | unknown[];
      success: 200;
      replies: {
        200: {
          body: {
            [name: string]: unknown;
          };
          example: never;
        };
        202: {
          body: undefined;
          example: never;
        };
        "4XX": {
          body: {
            [name: string]: unknown;
          } | Schemas["Problem"];
          example: never;
        };
      };
    };
  };
  routes: {
    "GET /health": "getHealth";
    "GET /ready": "getReadiness";
    "GET /session": "getSession";
    "POST /session": "startSession";
    "DELETE /session": "endSession";
    "GET /version": "getVersion";
    "GET /contracts": "listContracts";
    "GET /contract": "getContract";
    "GET /plan": "getPlan";
    "POST /correction": "draftCorrection";
    "GET /operations/{id}": "getOperation";
    "GET /findings": "listFindings";
    "GET /overlays": "listOverlays";
    "GET /live": "followServer";
    "GET /collections": "listCollections";
    "GET /collections/{collection}": "getCollectionShape";
    "GET /collections/{collection}/records": "listRecords";
    "GET /records": "findRecords";
    "GET /state": "getState";
    "PUT /state": "putState";
    "PATCH /state": "patchState";
    "GET /state/{collection}": "getCollection";
    "PUT /state/{collection}": "putCollection";
    "DELETE /state/{collection}": "deleteCollection";
    "PATCH /state/{collection}": "patchCollection";
    "GET /state/{collection}/{key}": "getRecord";
    "PUT /state/{collection}/{key}": "putRecord";
    "DELETE /state/{collection}/{key}": "deleteRecord";
    "PATCH /state/{collection}/{key}": "patchRecord";
    "GET /state/{collection}/{key}/removal": "showRemoval";
    "POST /reset": "resetState";
    "POST /seed": "seedState";
    "GET /diff": "getDifferences";
    "GET /changes": "listChanges";
    "GET /fixtures": "getFixtures";
    "GET /clock": "getClock";
    "PUT /clock": "setClock";
    "DELETE /clock": "resetClock";
    "POST /clock/advance": "advanceClock";
    "GET /worlds": "listWorlds";
    "GET /worlds/{name}": "getWorld";
    "PUT /worlds/{name}": "makeWorld";
    "DELETE /worlds/{name}": "dropWorld";
    "GET /snapshots": "listSnapshots";
    "GET /snapshots/{name}": "getSnapshot";
    "PUT /snapshots/{name}": "saveSnapshot";
    "DELETE /snapshots/{name}": "dropSnapshot";
    "POST /snapshots/{name}/restore": "restoreSnapshot";
    "GET /scenarios": "listScenarios";
    "GET /scenarios/{name}": "getScenario";
    "POST /scenarios/{name}": "saveScenario";
    "GET /credentials": "listCredentials";
    "POST /credentials": "mintCredential";
    "GET /credentials/{name}": "getCredentials";
    "DELETE /credentials/{name}": "revokeCredential";
    "GET /requests": "listRequests";
    "DELETE /requests": "clearRequests";
    "GET /recording": "getRecording";
    "GET /requests/live": "followRequests";
    "GET /requests/{id}": "getRequest";
    "GET /requests/{id}/explain": "explainRequest";
    "POST /requests/{id}/repeat": "repeatRequest";
    "POST /verify": "verifyRequests";
    "GET /overrides": "listOverrides";
    "POST /overrides": "addOverride";
    "DELETE /overrides": "removeOverrides";
    "GET /overrides/{id}": "getOverride";
    "PUT /overrides/{id}": "putOverride";
    "DELETE /overrides/{id}": "removeOverride";
    "GET /coverage": "getCoverage";
    "DELETE /coverage": "clearCoverage";
    "GET /sample": "getSample";
    "POST /sample": "sendSample";
    "GET /replicas": "listReplicas";
    "POST /mcp": "answerAgent";
  };
  collections: {
    operations: {
      id: string;
      method: string;
      path: string;
      /** The document that declares it, by its name in `GET /contracts`. */
      document: string;
      /** Where it stands in this document. */
      pointer: string;
      /** The parameters that the path declares for all of its operations. */
      path_parameters: unknown[];
      /** What the contract says of the operation. */
      declared: {
        [name: string]: unknown;
      };
      /** What it refers to, directly or not, by name. */
      referred: {
        [name: string]: unknown;
      };
      /** Whether `referred` lacks something, since there is too much of it; what is nearest is there. */
      is_cut: boolean;
    };
    collections: Schemas["Collection"] & ({
      /** The outermost first. */
      parents: ({
        /** Its name in records and fixtures. */
        parameter: string;
        /** That of the parent; null where the contract describes none. */
        collection: string | null;
        /** Some paths to the collection leave it out. */
        is_optional: boolean;
      })[];
      /** The members of records that hold keys of another collection, or of their own. */
      references: {
        member: string;
        collection: string;
      }[];
      /** The collections whose records refer to these, by a member, or stand below them, by a parent. */
      referred_by: {
        collection: string;
        member?: string;
        parameter?: string;
      }[];
      fields: Schemas["Field"][];
    });
    state: {
      collection: string | number;
      [name: string]: unknown;
    };
    worlds: {
      name: string;
      /** The snapshot that it was made from; null for the fixtures. */
      from: string | null;
      /** The scenario that it begins with, and that a reset goes back to. */
      scenario: string | null;
      seed: string;
      /** What its clock shows. */
      now: string;
      frozen: boolean;
      /** Another number after every change; 0 for a world without a change. */
      version: number;
      /** Whether its records differ from those that it was made from. */
      changed: boolean;
      /** Private worlds only. */
      made_at?: string;
      /** Private worlds only. */
      used_at?: string;
    };
    snapshots: {
      name: string;
      /** The world that it was saved from. */
      world: string;
      saved_at: string;
    };
    scenarios: ({
      description?: string;
      /** By collection the records that do not exist, with what is under them. */
      remove?: {
        [name: string]: "*" | (string | number | {
          [name: string]: unknown;
        })[];
      };
      /** Records that the fixtures do not have. */
      add?: Schemas["ScenarioRecords"];
      /** Members of records that are there (RFC 7396); each is found by its key. */
      change?: Schemas["ScenarioRecords"];
      /** Whole records, in the place of those with their keys; they may have members that are null. */
      replace?: Schemas["ScenarioRecords"];
      /** Besides those of `credentials.json`; one of the same scheme and value takes its place. */
      credentials?: (Schemas["CredentialWish"] & ({
        name: {} | null;
        scheme: {} | null;
        value: {} | null;
        scopes: {} | null;
        [name: string]: unknown;
      }))[];
      clock?: Schemas["ClockWish"];
      /** What generated values depend on; without one, the seed of the server. */
      seed?: string;
      /** As if each was arranged after the one before it. */
      overrides?: Schemas["OverrideWish"][];
      /** Overrides with a `fault` alone; tried before the others. */
      faults?: (Schemas["OverrideWish"] & ({
        fault: {} | null;
        [name: string]: unknown;
      }))[];
    }) & ({
      name: string | number;
    });
    credentials: {
      name: string;
      scheme: string;
      value: string;
      scopes: Schemas["Names"];
      expires_at?: string;
      only?: {
        [name: string]: Schemas["Names"];
      };
      /** What to remember of it. */
      label?: string;
      /** Why a credential that was minted changes nothing, and what to do. */
      notice?: string;
    };
    requests: Schemas["RequestOutline"] & {
      request: {
        headers: Schemas["Texts"];
        /** As it was read. There is none where none was sent, or none is kept. */
        body?: unknown;
        /** Why there is no body, where one was sent. */
        body_note?: string;
      };
      reply: {
        headers: Schemas["Texts"];
        /** JSON as it is, anything else as a text. */
        body?: unknown;
        /** Why there is no body, where one was sent. */
        body_note?: string;
      };
      /** The records that it changed, as they were and as they are then. */
      changes: Schemas["Change"][];
      /** Why there are fewer changes than `changed` tells. */
      changes_note?: string;
    };
    overrides: {
      id: Schemas["Name"];
      /** The world that it is for; `*` for every world. */
      world: string;
      operation?: string;
      /** To how many requests it happened in the world that is asked; a rate limit, how many it refused. */
      hits: number;
      /** To how many more it may happen there; null for any number. */
      left: number | null;
    };
    session: {
      /** `open`: this client needs nothing. `token`: it needs the control token, or a session. `closed`: the server has no token, and the client is not on its machine, so that it can not get in. */
      access: "open" | "token" | "closed";
      /** Whether `access` is `token`, and this request has a valid session or token. */
      signed_in: boolean;
      /** What the user can do where it is `closed`. */
      detail: string | null;
      /** Where each visitor has a world of its own, and this client has a session: what a page of this server sends as `X-Stuntdouble-Token` with `X-Stuntdouble-World`, so that its requests play in the world … */
      world_pass: string | null;
    };
    contracts: {
      /** Its path from the folder of the first contract, or its URL. */
      name: string;
      role: "contract" | "referred";
      title: string | null;
      version: string | null;
    };
    "collections.records": {
      /** Empty where records have no keys. */
      key: string;
      parents: {
        [name: string]: string;
      };
      is_made_up: boolean;
      record: Schemas["Record"];
    } & ({
      collection: string | number;
    });
    records: {
      /** Empty where records have no keys. */
      key: string;
      parents: {
        [name: string]: string;
      };
      is_made_up: boolean;
      record: Schemas["Record"];
    };
    removal: {
      collection: string;
      /** Empty where records have no keys. */
      key: string;
      parents: {
        [name: string]: string;
      };
      record: Schemas["Record"];
    };
    changes: {
      collection: string;
      /** Empty for a record that is the only one under its parents. */
      key: string;
      /** The keys of its parents by name; one that is not known is left out. */
      parents: Schemas["Texts"];
      /** As `GET /state` would have shown it, with the keys of its parents; what the server made up, as clients saw it. Null where there was none. */
      before: {
        [name: string]: unknown;
      } | null;
      /** Null where the record was removed. */
      after: {
        [name: string]: unknown;
      } | null;
    };
    clock: {
      now: string;
      frozen: boolean;
    };
    coverage: Partial<{
      id: string;
      method: string;
      path: string;
      /** All that came, also those that were refused. */
      requests: Schemas["Count"];
      /** Those besides that were answered as an override or a header asked. */
      forced: Schemas["Count"];
      points: Schemas["CoveredPoint"][];
    }>;
  };
  keys: {
    operations: "id";
    collections: "key";
    state: "collection";
    worlds: "name";
    snapshots: "name";
    scenarios: "name";
    credentials: "name";
    requests: "id";
    overrides: "id";
    contracts: "name";
    "collections.records": "key";
    records: "key";
    removal: "key";
    changes: "key";
    coverage: "id";
  };
}

/** What replies and records have. */
export interface Schemas {
  Problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    errors?: {
      [name: string]: unknown;
    }[];
  };
  Session: {
    /** `open`: this client needs nothing. `token`: it needs the control token, or a session. `closed`: the server has no token, and the client is not on its machine, so that it can not get in. */
    access: "open" | "token" | "closed";
    /** Whether `access` is `token`, and this request has a valid session or token. */
    signed_in: boolean;
    /** What the user can do where it is `closed`. */
    detail: string | null;
    /** Where each visitor has a world of its own, and this client has a session: what a page of this server sends as `X-Stuntdouble-Token` with `X-Stuntdouble-World`, so that its requests play in the world … */
    world_pass: string | null;
  };
  SessionWish: {
    /** The control token. */
    token: string;
  };
  Version: {
    name: "stuntdouble";
    version: string;
    /** The path of the control API below that of the server, such as `/_mock`. */
    control_prefix: string;
    contract: {
      title: string;
      version: string;
      /** Changes with every text that the contract is made of, overlays included. */
      fingerprint: string;
      /** How many there are. */
      operations: number;
    };
  };
  Document: {
    /** Its path from the folder of the first contract, or its URL. */
    name: string;
    role: "contract" | "referred";
    title: string | null;
    version: string | null;
  };
  Plan: {
    contract: {
      [name: string]: unknown;
    };
    collections: {
      [name: string]: unknown;
    }[];
    operations: ({
      id: string;
      summary: string | null;
      /** The first of its tags. */
      tag: string | null;
      deprecated: boolean;
      /** The replies that the contract declares. */
      responses: ({
        /** `200`, `4XX` or `default`. */
        status: string;
        description: string | null;
        /** The media types of the body. */
        media: Schemas["Names"];
        /** The names of the examples that a request can ask for. */
        examples: Schemas["Names"];
      })[];
      /** The alternatives, one of which a request satisfies: schemes that it needs together. The operation needs no credential where there are none, or where one of them is empty. */
      security: {
        scheme: string;
        scopes: Schemas["Names"];
      }[][];
    })[];
    summary: {
      [name: string]: unknown;
    };
    /** Which credentials count (`--auth`). `strict`: known ones, with their scopes; `presence`: any well-formed one, with every scope; `off`: no request needs one. */
    auth: "strict" | "presence" | "off";
    security_schemes: Schemas["SecurityScheme"][];
  };
  CorrectionWish: {
    /** The id of an operation, or its method and path. */
    operation: string;
    /** Whether it is for all operations of the path. */
    whole_path?: boolean;
    /** What the contract is to say in `x-stuntdouble`: false where no records answer it, else what is to be otherwise. The plan itself reads it. */
    correction: {
      /** The name of the collection of its records. */
      collection?: unknown;
      /** The member with the key, dotted where it stands deeper. */
      key?: unknown;
      /** For each path parameter in front of the key, the collection that it names a record of, or null. */
      parents?: unknown;
      /** What the operation does: read, replace, merge, delete, list, create, link, action or improvised. */
      role?: unknown;
      /** For lists: where the `records` stand, dotted, and members around them by what they mean, such as `total`. */
      envelope?: unknown;
      /** What the server does about keys that no record has: improvise, known or refuse. */
      "unknown-keys"?: unknown;
      /** A list of how records change, such as { from: {…}, set: {…}, after, else }: docs/transitions.md. */
      transitions?: unknown;
    } | boolean;
  };
  CorrectionDraft: {
    /** A name for the file. */
    file: string;
    /** The overlay, in JSON. */
    text: string;
  };
  DeclaredOperation: {
    id: string;
    method: string;
    path: string;
    /** The document that declares it, by its name in `GET /contracts`. */
    document: string;
    /** Where it stands in this document. */
    pointer: string;
    /** The parameters that the path declares for all of its operations. */
    path_parameters: unknown[];
    /** What the contract says of the operation. */
    declared: {
      [name: string]: unknown;
    };
    /** What it refers to, directly or not, by name. */
    referred: {
      [name: string]: unknown;
    };
    /** Whether `referred` lacks something, since there is too much of it; what is nearest is there. */
    is_cut: boolean;
  };
  Findings: {
    /** How many there are, also those that the list leaves out. */
    count: number;
    /** How many replies and request bodies the server did not try, because that took too long. */
    untried: number;
    findings: ({
      /** A `fault` ends `stuntdouble check` with exit code 1, and stops a start with `--no-lenient`. */
      severity: "fault" | "warning";
      message: string;
      /** Its path from the working folder of the server, or from that of the contract. */
      file: string;
      line: number | null;
      column: number | null;
      /** The place in the file, as a JSON Pointer. */
      pointer: string | null;
      /** The lines around the place, numbered; `>` marks the line. */
      frame: string | null;
    })[];
  };
  Overlay: {
    /** Its path from the working folder of the server, or from that of the contract. */
    file: string;
    title: string;
    version: string;
    /** The name of the one contract that the overlay may change; null, it may change all. */
    extends: string | null;
    actions: ({
      /** A JSONPath. */
      target: string;
      description: string | null;
      does: "update" | "copy" | "remove";
      /** What the action writes, as YAML; of a copy, the JSONPath of what it copies. */
      text: string | null;
      /** Whether the text is only the beginning. */
      is_cut: boolean;
      /** How many places the action changes. */
      count: number;
      /** The first 50 of them, as the contract is when the action comes. */
      places: {
        contract: string;
        pointer: string;
      }[];
    })[];
  };
  Collection: {
    /** As in the fixtures. */
    name: string;
    /** How many records are stored in the world. */
    count: number;
    /** How many made-up records the server shows besides these. */
    made_up: number;
    /** `items` have keys; a `singleton` is one record under its parents; `links` say which records of another collection belong to their parents. */
    kind: "items" | "singleton" | "links";
    /** The member that has the key, with dots between the steps to it; null where records have no keys. */
    key: string | null;
    /** The server makes nothing up there. */
    is_complete: boolean;
    /** The collection whose records the links lead to. */
    of: string | null;
  };
  CollectionShape: Schemas["Collection"] & ({
    /** The outermost first. */
    parents: ({
      /** Its name in records and fixtures. */
      parameter: string;
      /** That of the parent; null where the contract describes none. */
      collection: string | null;
      /** Some paths to the collection leave it out. */
      is_optional: boolean;
    })[];
    /** The members of records that hold keys of another collection, or of their own. */
    references: {
      member: string;
      collection: string;
    }[];
    /** The collections whose records refer to these, by a member, or stand below them, by a parent. */
    referred_by: {
      collection: string;
      member?: string;
      parameter?: string;
    }[];
    fields: Schemas["Field"][];
  });
  RecordPage: {
    /** How many records were found, on all pages. */
    count: number;
    /** Among how many, without search and filters. */
    total: number;
    /** That of the world; the same number means that nothing has changed. */
    version: number;
    records: Schemas["FoundRecord"][];
  };
  FoundRecords: {
    records: (Schemas["FoundRecord"] & {
      collection: string;
    })[];
  };
  Collections: {
    [name: string]: Schemas["Records"];
  };
  Records: Schemas["Record"][];
  Record: {
    [name: string]: unknown;
  };
  SeedWish: {
    /** Records as fixtures and scenarios have them. */
    add?: Schemas["ScenarioRecords"];
    /** How many records to make up, with believable values, under parents that exist. From then on the collection is complete; 10,000 records at most, all together. */
    count?: {
      [name: string]: number;
    };
  };
  PatchStep: {
    op: "add" | "replace" | "remove";
    /** From the object of collections that `GET /state` shows. */
    path: string;
    value?: unknown;
  };
  Name: string;
  Change: {
    collection: string;
    /** Empty for a record that is the only one under its parents. */
    key: string;
    /** The keys of its parents by name; one that is not known is left out. */
    parents: Schemas["Texts"];
    /** As `GET /state` would have shown it, with the keys of its parents; what the server made up, as clients saw it. Null where there was none. */
    before: {
      [name: string]: unknown;
    } | null;
    /** Null where the record was removed. */
    after: {
      [name: string]: unknown;
    } | null;
  };
  Clock: {
    now: string;
    frozen: boolean;
  };
  ClockWish: {
    now?: string;
    /** Whether it stands still. */
    frozen?: boolean;
  };
  Advance: {
    /** A duration such as `90s`, `15m`, `1h`, `1d` or `PT1H` (ISO 8601), or milliseconds. */
    by: string | number;
  };
  World: {
    name: string;
    /** The snapshot that it was made from; null for the fixtures. */
    from: string | null;
    /** The scenario that it begins with, and that a reset goes back to. */
    scenario: string | null;
    seed: string;
    /** What its clock shows. */
    now: string;
    frozen: boolean;
    /** Another number after every change; 0 for a world without a change. */
    version: number;
    /** Whether its records differ from those that it was made from. */
    changed: boolean;
    /** Private worlds only. */
    made_at?: string;
    /** Private worlds only. */
    used_at?: string;
  };
  WorldWish: {
    /** The snapshot that it starts from, and goes back to; without one, the fixtures. */
    from?: string;
    /** The scenario that it begins with, and goes back to, instead of a snapshot. Seed and clock that are given here count before those of the scenario. */
    scenario?: string;
    /** What generated values depend on; without one, the seed of the server. */
    seed?: string;
    /** The time that its clock shows; without one, that of the machine. */
    now?: string;
    /** Whether its clock stands still. */
    frozen?: boolean;
  };
  Snapshot: {
    name: string;
    /** The world that it was saved from. */
    world: string;
    saved_at: string;
  };
  Scenario: {
    name: string;
    /** A sentence for those who choose one. */
    description: string | null;
    /** Its file: `scenarios/<file>` beside the contract, or in the data folder where it was saved from a world; null where it is in memory only. */
    place: string | null;
  };
  ScenarioDocument: {
    description?: string;
    /** By collection the records that do not exist, with what is under them. */
    remove?: {
      [name: string]: "*" | (string | number | {
        [name: string]: unknown;
      })[];
    };
    /** Records that the fixtures do not have. */
    add?: Schemas["ScenarioRecords"];
    /** Members of records that are there (RFC 7396); each is found by its key. */
    change?: Schemas["ScenarioRecords"];
    /** Whole records, in the place of those with their keys; they may have members that are null. */
    replace?: Schemas["ScenarioRecords"];
    /** Besides those of `credentials.json`; one of the same scheme and value takes its place. */
    credentials?: (Schemas["CredentialWish"] & ({
      name: {} | null;
      scheme: {} | null;
      value: {} | null;
      scopes: {} | null;
      [name: string]: unknown;
    }))[];
    clock?: Schemas["ClockWish"];
    /** What generated values depend on; without one, the seed of the server. */
    seed?: string;
    /** As if each was arranged after the one before it. */
    overrides?: Schemas["OverrideWish"][];
    /** Overrides with a `fault` alone; tried before the others. */
    faults?: (Schemas["OverrideWish"] & ({
      fault: {} | null;
      [name: string]: unknown;
    }))[];
  };
  Credential: {
    name: string;
    scheme: string;
    value: string;
    scopes: Schemas["Names"];
    expires_at?: string;
    only?: {
      [name: string]: Schemas["Names"];
    };
    /** What to remember of it. */
    label?: string;
    /** Why a credential that was minted changes nothing, and what to do. */
    notice?: string;
  };
  CredentialWish: {
    name?: string;
    scheme: string;
    value?: string;
    scopes: Schemas["Names"];
    expires_at?: string;
    only?: {
      [name: string]: Schemas["Names"];
    };
    /** What to remember of it. */
    label?: string;
  };
  SentCredential: Schemas["Credential"] & ({
    /** How a request carries it. Null where no request can carry it by itself: a client computes a digest for each request, and the connection has a client certificate. */
    send: Schemas["CarriedCredential"] | null;
  });
  Verdict: "served" | "refused" | "breach" | "unmatched";
  Requests: {
    /** How many there are, whether or not there is a limit. */
    count: number;
    /** Whether nothing had to make place that might have been among them. */
    is_complete: boolean;
    requests: (Schemas["Request"] | Schemas["RequestOutline"])[];
  };
  Recording: {
    format: 1;
    made_at: string;
    /** That of `GET /version`; a recording is of one contract, which `fingerprint` tells from others. */
    server: Schemas["Version"];
    world: Schemas["World"];
    /** The oldest first; `explanation` is that of `GET /requests/{id}/explain`. */
    requests: Schemas["Request"][];
    /** Whether no request is missing; false where the server keeps none (`--journal 0`). */
    has_all_requests: boolean;
    overrides: Schemas["Override"][];
    credentials: Schemas["Credential"][];
    plan: Schemas["Plan"];
    collections: (Schemas["CollectionShape"] & {
      /** How many records there are, told or not. */
      total: number;
      records: Schemas["FoundRecord"][];
    })[];
  };
  Request: Schemas["RequestOutline"] & {
    request: {
      headers: Schemas["Texts"];
      /** As it was read. There is none where none was sent, or none is kept. */
      body?: unknown;
      /** Why there is no body, where one was sent. */
      body_note?: string;
    };
    reply: {
      headers: Schemas["Texts"];
      /** JSON as it is, anything else as a text. */
      body?: unknown;
      /** Why there is no body, where one was sent. */
      body_note?: string;
    };
    /** The records that it changed, as they were and as they are then. */
    changes: Schemas["Change"][];
    /** Why there are fewer changes than `changed` tells. */
    changes_note?: string;
  };
  Explanation: {
    id: number;
    /** All of it in plain words, in the order in which it happened. */
    sentences: string[];
    /** What the plan makes of the operation. */
    operation: {
      id: string;
      method: string;
      path: string;
      /** File and line of the contract. */
      declared_at: string;
      role: string;
      collection: string | null;
      /** The path parameter that names the record. */
      key: string | null;
      parents: Schemas["Names"];
      why: string;
      security: {
        scheme: string;
        scopes: Schemas["Names"];
      }[][];
    } | null;
    parameters: Schemas["Texts"];
    world: string;
    credentials: Schemas["Names"];
    /** The step that refused it; null where none did. */
    refused_by: "receive" | "access" | "world" | "route" | "intervene" | "authenticate" | "authorize" | "read-body" | "validate-request" | "behave" | "handle" | "validate-response" | "store" | null;
    problem: Schemas["Reason"];
    violations: Schemas["Violations"];
    /** What the answer was made of. */
    source: {
      kind: "record" | "records" | "change" | "example" | "generated" | "handler" | "empty" | "intervention" | "refusal" | "breach" | "preflight" | "forwarded" | "unknown";
      collection: string | null;
      key: string | null;
    };
    /** What has made the reply another than the usual one; null for the usual reply. */
    forced: Schemas["Forced"];
    /** What was done to the reply on its way; null where nothing was. */
    delivery: Schemas["Delivery"];
    /** The operations that an unmatched request may have meant. */
    nearest: {
      operation: string;
      method: string;
      path: string;
      differences: Schemas["Names"];
    }[];
  };
  Expectation: {
    operation: string;
    /** A request that meets all of it is meant. */
    match?: Schemas["Match"];
    world?: Schemas["Name"];
    /** The id of a request, for calls after it; or a moment. */
    since?: number | string;
    times?: number | {
      at_least?: number;
      at_most?: number;
    };
    never?: boolean;
  };
  Verification: {
    is_met: boolean;
    /** How many calls were as described. */
    count: number;
    wanted: {
      at_least: number;
      at_most: number | null;
    };
    /** Whether the requests of that time are all still kept; else there may have been more calls. */
    is_complete: boolean;
    message: string;
    /** Where it isn't met, the calls that are too many, or those that come nearest. */
    nearest: ({
      id: number;
      method: string;
      path: string;
      status: number;
      operation: string | null;
      differences: Schemas["Names"];
    })[];
  };
  Override: {
    id: Schemas["Name"];
    /** The world that it is for; `*` for every world. */
    world: string;
    operation?: string;
    /** To how many requests it happened in the world that is asked; a rate limit, how many it refused. */
    hits: number;
    /** To how many more it may happen there; null for any number. */
    left: number | null;
  };
  OverrideWish: {
    id?: Schemas["Name"];
    /** The id of an operation, or its method and path (`GET /things/{id}`); without one, every operation. */
    operation?: string;
    /** The world that it is for; `*` for every world. Without it, the world that the request names. */
    world?: string;
    /** A request that meets all of it is meant. */
    match?: Schemas["Match"];
    /** Happens before credentials are checked; without it, after the whole request was found valid. */
    before?: "auth";
    reply?: Schemas["OverrideReply"];
    fault?: Schemas["Fault"];
    /** What happens to one request after the other, then the usual. */
    sequence?: {
      reply?: Schemas["OverrideReply"];
      fault?: Schemas["Fault"];
      /** The usual. */
      pass?: true;
    }[];
    /** Whether the sequence starts again when it is over. */
    repeat?: boolean;
    /** To how many requests it happens, in each world. */
    times?: number;
    probability?: number;
    /** What is drawn depends on it; without one, on the seed of the world. */
    seed?: string;
    /** The highest is tried first; of equals, the newest. */
    priority?: number;
  };
  NewOverride: Schemas["Override"] & {
    /** Which operations it leaves alone, where it is for any and only some declare the status. */
    notice?: string;
  };
  CoverageReport: {
    format: 1;
    contract: {
      title: string;
      version: string;
      /** The same for the same texts; only reports of one contract can be merged. */
      fingerprint: string;
      files: Schemas["Names"];
    };
    totals: {
      operations: Schemas["CoverageTotal"];
      parameters: Schemas["CoverageTotal"];
      enum_values: Schemas["CoverageTotal"];
      media_types: Schemas["CoverageTotal"];
      statuses: Schemas["CoverageTotal"];
      security: Schemas["CoverageTotal"];
    };
    operations: Schemas["CoveredOperation"][];
    /** Requests that break the contract. */
    violations: Schemas["Tallied"];
    /** Requests that no operation matches; `nearest` is the path that may have been meant. */
    unmatched: Schemas["Tallied"];
    /** Replies that broke the contract, or would have. */
    breaches: Schemas["Tallied"];
    /** Query parameters that the operation does not declare, also those that were let through. */
    unknown_query: Schemas["Tallied"];
    /** Which replicas have answered the requests, those with the most first; absent where the server has a state of its own. */
    answered_by?: {
      url: string;
      requests: number;
    }[];
  };
  Sample: {
    /** The id of the operation. */
    operation: string;
    /** The id of the point. */
    point: string;
    /** What the point is, in words. */
    label: string;
    /** Null where the server found none. */
    request: null | Schemas["SampledRequest"];
    /** Why the server found no request, and what would cover the point. */
    why_not: string | null;
  };
  SentSample: {
    /** The status of the reply. */
    status: number;
    /** Whether the request has covered the point. An override or a rate limit can keep it from that. */
    is_covered: boolean;
    /** The id of the request in the journal; null where the server keeps none. */
    request: number | null;
  };
  ReplicaList: {
    /** The replica that holds the state, and answers for all; null while there is none, and without `--store`. */
    owner: {
      /** Where the other replicas reach it. */
      url: string;
      /** A higher one each time that a replica has become the owner, or has read the state again. */
      epoch: number;
      /** Since when it has been the owner without a break, by the clock of the store. */
      since: string;
    } | null;
    replicas: {
      /** Where the other replicas reach it. */
      url: string;
      is_owner: boolean;
      /** Whether it has the contract, the fixtures and the scenario of the owner. */
      serves_same: boolean;
    }[];
  };
  Field: {
    /** Empty for the items of a list. */
    name: string;
    /** Those of JSON, and `integer`, without null; none means any. */
    types: Schemas["Names"];
    title?: string;
    description?: string;
    format?: string;
    pattern?: string;
    /** The values that are allowed. */
    enum?: unknown[];
    /** The only value that is allowed. */
    const?: unknown;
    /** What counts where the member is missing. */
    default?: unknown;
    minimum?: number;
    maximum?: number;
    min_length?: number;
    max_length?: number;
    is_required: boolean;
    is_read_only: boolean;
    is_write_only: boolean;
    is_nullable: boolean;
    /** Only of an object, which may have members besides its fields. */
    is_open?: boolean;
    /** Only of an object. */
    fields?: Schemas["Field"][];
    /** Only of a list. */
    items?: Schemas["Field"];
  };
  ScenarioRecords: {
    [name: string]: {
      [name: string]: unknown;
    }[];
  };
  Names: string[];
  RequestOutline: {
    /** It rises by one with each request. */
    id: number;
    /** When it came in. */
    time: string;
    /** Until the reply was made; where it has a `delivery`, until that was over. */
    duration_ms: number;
    world: string;
    operation: string | null;
    request: {
      /** Empty where the request could not be read so far; the path, too. */
      method: string;
      /** With all that was in front of it. */
      path: string;
      /** What follows the `?`, as it was sent. */
      query: string;
    };
    reply: {
      status: number;
    };
    /** How many records it changed, those included that went along. */
    changed: number;
    credentials: Schemas["Names"];
    /** `refused`: the request was at fault; `breach`: the reply broke the contract, or would have; `unmatched`: refused or forwarded, since no operation of the contract was meant. */
    verdict: Schemas["Verdict"];
    problem: Schemas["Reason"];
    violations: Schemas["Violations"];
    /** The first names in the query that the operation does not declare, also where they were let through. */
    unknown_query: ({
      name: string;
      /** The declared name that may have been meant. */
      nearest: string | null;
      message: string;
    })[];
    /** What has made the reply another than the usual one; null for the usual reply. */
    forced: Schemas["Forced"];
    /** What was done to the reply on its way; null where nothing was. */
    delivery: Schemas["Delivery"];
    /** The server that was asked, since no operation was meant; null where none was. */
    forwarded_to: string | null;
  };
  Texts: {
    [name: string]: string;
  };
  Count: number;
  CoveredPoint: {
    /** The same in every run with the same contract. */
    id: string;
    kind: "operations" | "parameters" | "enum_values" | "media_types" | "statuses" | "security";
    label: string;
    /** Where it stands in the contract. */
    file?: string;
    line?: number;
    count: Schemas["Count"];
    forced: Schemas["Count"];
  };
  SecurityScheme: {
    name: string;
    /** `apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`. */
    type: string;
    description: string | null;
    /** Where a request has the credential; null for a client certificate, which the connection has. */
    in: "header" | "query" | "cookie" | null;
    /** The name of the header, query parameter or cookie. */
    carrier: string | null;
    /** What stands before the value in the header `Authorization`, in small letters, such as `bearer` or `basic`. */
    authorization: string | null;
    /** Those that operations require. */
    scopes: ({
      name: string;
      /** What the OAuth 2 flows of the scheme say of it. */
      description: string | null;
    })[];
  };
  FoundRecord: {
    /** Empty where records have no keys. */
    key: string;
    parents: {
      [name: string]: string;
    };
    is_made_up: boolean;
    record: Schemas["Record"];
  };
  CarriedCredential: {
    headers: {
      [name: string]: string;
    };
    /** The plain values, which a client escapes. */
    query: {
      [name: string]: string;
    };
    /** The values as the header `Cookie` has them. */
    cookies: {
      [name: string]: string;
    };
  };
  Reason: {
    code: string;
    detail: string;
  } | null;
  Violations: ({
    in: "path" | "query" | "header" | "cookie" | "body";
    pointer: string;
    message: string;
    keyword: string;
  })[];
  Forced: {
    by: "override" | "fault" | "header" | "preference";
    id: string;
    what: string;
    /** Others that acted on the same reply, where several did. */
    also?: ({
      by: "override" | "fault" | "header";
      id: string;
      what: string;
    })[];
  } | null;
  Delivery: {
    /** What has made the reply another than the usual one; null for the usual reply. */
    by: Schemas["Forced"];
    delay_ms: number;
    bytes_per_second: number | null;
    end: {
      kind: "whole" | "reset" | "hang" | "cut";
      /** Bytes of the body; null for half of it. */
      after?: number | null;
    };
    /** How far it has come. `left`: the client closed the connection before the end; `none`: no client waited for it, since the server itself repeated or made the request. */
    state: "none" | "waiting" | "sending" | "done" | "left";
    /** How much of the reply was sent. */
    sent: "nothing" | "part" | "whole";
  } | null;
  Match: {
    /** By the name of a parameter or header. What was sent is a text, and so is what it is compared with. */
    path?: Schemas["Conditions"];
    /** By the name of a parameter or header. What was sent is a text, and so is what it is compared with. */
    query?: Schemas["Conditions"];
    /** By the name of a parameter or header. What was sent is a text, and so is what it is compared with. */
    headers?: Schemas["Conditions"];
    body?: Schemas["BodyCondition"][];
  };
  OverrideReply: {
    /** One that the operation declares; without it, that of a success. */
    status?: number;
    /** The name of an example of the contract. */
    example?: string;
    /** Without a body and an example, the contract's first example, or what is made up for its schema. */
    body?: unknown;
    /** Changes the body of the usual reply, and replaces nothing else: an object merges (RFC 7396), a list has operations (RFC 6902). What was asked for is done, and a refusal stays as it is. Needs an `oper… */
    patch?: {
      [name: string]: unknown;
    } | Schemas["PatchOperation"][];
    /** Besides those that the body brings with it. The server sets those of the transport itself; only with `breach` there may be a `Content-Length`, also one that is not so: the connection ends then. */
    headers?: {
      [name: string]: string;
    };
    /** Whether it is sent as it is, held to nothing. */
    breach?: boolean;
  };
  Fault: {
    /** How long the reply is kept back; an hour at most. */
    latency?: Schemas["Duration"] | {
      /** Milliseconds, or a text such as `800ms`, `2s`. */
      fixed?: Schemas["Duration"];
      /** Anything between the two. */
      uniform?: Schemas["Duration"][];
      log_normal?: {
        /** Milliseconds, or a text such as `800ms`, `2s`. */
        median: Schemas["Duration"];
        sigma?: number;
        /** Milliseconds, or a text such as `800ms`, `2s`. */
        most?: Schemas["Duration"];
      };
    };
    /** A failure that the operation declares, or which of them one is drawn from. */
    status?: Schemas["FaultStatus"] | Schemas["FaultStatus"][] | "2XX" | "3XX" | "4XX" | "5XX" | "any";
    /** How often each credential may ask, by the clock of the world. It stands alone. */
    rate_limit?: {
      limit: number;
      /** In seconds. */
      window: number;
      /** How many may come at once; without it, as many as the limit. */
      burst?: number;
    };
    /** The server refuses every credential that clients had before as an expired one, with a 401. One that it mints is good from then on, and so is each text that a reply of the contract below 400 gives: in… */
    expired?: boolean;
    /** The connection is reset before anything is sent. */
    reset?: boolean;
    /** Nothing is ever sent. */
    hang?: boolean;
    /** The connection is cut after so many bytes of the body; true for half of it. */
    truncate?: boolean | number;
    bytes_per_second?: number;
    /** Whether what was asked for is done: kept, although the reply is a failure; lost, although it is a success. Without it: done, unless another status takes the place of the reply. */
    effect?: "kept" | "lost";
  };
  CoverageTotal: {
    covered: Schemas["Count"];
    total: Schemas["Count"];
    /** Rounded down; of nothing all is covered. */
    percent: number;
  };
  CoveredOperation: {
    id: string;
    method: string;
    path: string;
    /** All that came, also those that were refused. */
    requests: Schemas["Count"];
    /** Those besides that were answered as an override or a header asked. */
    forced: Schemas["Count"];
    points: Schemas["CoveredPoint"][];
  };
  Tallied: {
    listed: {
      count: Schemas["Count"];
      [name: string]: unknown;
    }[];
    /** How often there were others than those that are listed. */
    more: Schemas["Count"];
  };
  SampledRequest: {
    method: string;
    /** Percent-encoded, with the path at which an app has mounted the server. */
    path: string;
    /** Percent-encoded, without the question mark. */
    query: string;
    /** With credentials that suffice, and the world where it is not the default one. */
    headers: {
      [name: string]: string;
    };
    /** As a client sends it; null where there is none. */
    body: string | null;
  };
  Conditions: {
    [name: string]: string | number | boolean | {
      equals?: string | number | boolean;
      /** A regular expression, found anywhere in the text. */
      matches?: Schemas["Pattern"];
      present?: boolean;
    };
  };
  BodyCondition: {
    /** Where in the body; empty for all of it. */
    pointer: string;
    equals?: unknown;
    /** A regular expression, found anywhere in the text. */
    matches?: Schemas["Pattern"];
    present?: boolean;
  };
  PatchOperation: {
    op: "add" | "remove" | "replace" | "move" | "copy" | "test";
    path: Schemas["PatchedPlace"];
    from?: Schemas["PatchedPlace"];
    value?: unknown;
  };
  Duration: number | string;
  FaultStatus: number;
  Pattern: string;
  PatchedPlace: string;
}
