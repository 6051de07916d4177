import { useMemo, useState } from 'preact/hooks';

import type { CollectionShape } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Column } from './columns.ts';
import {
  columnsOf,
  firstColumns,
  loadColumns,
  loadHasImages,
  saveColumns,
  saveHasImages,
} from './columns.ts';

export interface ColumnChoice {
  readonly all: readonly Column[];
  /** The names of those that are shown. */
  readonly shown: readonly string[];
  readonly columns: readonly Column[];
  choose(this: void, names: readonly string[] | undefined): void;
  readonly hasImages: boolean;
  chooseImages(this: void, hasImages: boolean): void;
}

export function useColumns(shape: CollectionShape): ColumnChoice {
  const { title } = useConsole().version.contract;
  const [hasImages, setHasImages] = useState(loadHasImages);
  const all = useMemo(() => columnsOf(shape, hasImages), [shape, hasImages]);
  const [names, setNames] = useState(() => loadColumns(title, shape.name));
  const shown = useMemo(() => names ?? firstColumns(all), [names, all]);
  const columns = useMemo(
    () => all.filter(({ name, role }) => role === 'key' || shown.includes(name)),
    [all, shown],
  );
  return {
    all,
    shown,
    columns,
    choose(next) {
      setNames(next);
      saveColumns(title, shape.name, next);
    },
    hasImages,
    chooseImages(next) {
      setHasImages(next);
      saveHasImages(next);
    },
  };
}
